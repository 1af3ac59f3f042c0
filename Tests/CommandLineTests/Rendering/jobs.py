"""Holds the jobs that `editc job` prints against what the schedulers publish: the schema of Kubernetes, and the model of AWS Batch.

usage: jobs.py FOLDER kubernetes|batch FILE

FOLDER is where Tests/fetch-schedulers has put kubernetes-validate and botocore.
"""

import json
import sys

folder, kind, path = sys.argv[1:]
sys.path.insert(0, folder)

if kind == "kubernetes":
    import kubernetes_validate
    import yaml

    with open(path) as file:
        job = yaml.safe_load(file)
    for version in ["1.29", "1.33"]:
        kubernetes_validate.validate(job, version, strict=True)
else:
    import botocore.session
    import botocore.validate

    with open(path) as file:
        job = json.load(file)
    model = botocore.session.get_session().get_service_model("batch")
    for operation, name in [("RegisterJobDefinition", "register-job-definition"), ("SubmitJob", "submit-job")]:
        shape = model.operation_model(operation).input_shape
        report = botocore.validate.ParamValidator().validate(job[name], shape)
        if report.has_errors():
            sys.exit(f"{name}: {report.generate_report()}")
    for line in job["register-job-definition"]["retryStrategy"]["evaluateOnExit"]:
        values = model.shape_for("EvaluateOnExit").members["action"].enum
        if line["action"] not in values:
            sys.exit(f"{line['action']} is none of {values}")
