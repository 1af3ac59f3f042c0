#!/usr/bin/env python3
"""S3 by moto, with the bucket `team`, on a free port of the loopback address.

Prints its port. For each line of standard input, prints the number of objects, and how many of them under `cas/` have
the SHA-256 of their names.
"""

import contextlib
import hashlib
import logging
import sys

import boto3
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
with contextlib.redirect_stdout(sys.stderr):
    server.start()
host, port = server.get_host_and_port()
s3 = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1", aws_access_key_id="a",
                  aws_secret_access_key="b")
s3.create_bucket(Bucket="team")
print(port, flush=True)
for _ in sys.stdin:
    names = [entry["Key"] for entry in s3.list_objects_v2(Bucket="team").get("Contents", [])]
    files = [name for name in names if "/cas/" in name]
    right = [name for name in files if hashlib.sha256(
        s3.get_object(Bucket="team", Key=name)["Body"].read()).hexdigest() == name.rsplit("/", 1)[1]]
    print(len(names), len(right), flush=True)
