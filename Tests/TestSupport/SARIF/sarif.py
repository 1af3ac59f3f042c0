"""An independent reader of SARIF 2.1.0 logs for the tests.

    sarif.py check LOG               validates against the official schema, and what the schema cannot say
    sarif.py apply LOG FOLDER        makes the safe fixes in the files below FOLDER, by lines and columns
"""

import json
import os
import sys
from urllib.parse import unquote

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))


def check(log):
    with open(os.path.join(HERE, "sarif-schema-2.1.0.json"), encoding="utf-8") as file:
        schema = json.load(file)
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    problems = [f"{list(error.path)}: {error.message}" for error in validator.iter_errors(log)]
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        if len({rule["id"] for rule in rules}) != len(rules):
            problems.append("a rule has two descriptors")
        for result in run["results"]:
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                problems.append(f"{result['ruleId']}: ruleIndex means another rule")
            for location in result["locations"]:
                artifact = location["physicalLocation"]["artifactLocation"]
                known = run["artifacts"][artifact["index"]]["location"]
                if known != artifact:
                    problems.append(f"{artifact}: the index means {known}")
                region = location["physicalLocation"].get("region")
                if region and (region["endLine"], region["endColumn"]) < (region["startLine"], region["startColumn"]):
                    problems.append(f"{region}: ends before it starts")
            if result["message"]["text"].replace("{{", "").replace("}}", "").count("{"):
                problems.append(f"{result['message']}: a placeholder without an argument")
    return problems


def offset(lines, line, column):
    """Columns count code points from 1, as `columnKind` says."""
    return sum(len(text) for text in lines[: line - 1]) + column - 1


def apply(log, folder):
    for run in log["runs"]:
        assert run["columnKind"] == "unicodeCodePoints"
        changes = {}
        for result in run["results"]:
            safe = [fix for fix in result.get("fixes", []) if fix["properties"]["isSafe"]]
            for change in (change for fix in safe[:1] for change in fix["artifactChanges"]):
                changes.setdefault(change["artifactLocation"]["uri"], []).extend(change["replacements"])
        for uri, replacements in changes.items():
            path = os.path.join(folder, unquote(uri))
            with open(path, encoding="utf-8-sig", newline="") as file:
                text = file.read()
            lines = text.splitlines(keepends=True)
            edits = []
            for replacement in replacements:
                region = replacement["deletedRegion"]
                edits.append((
                    offset(lines, region["startLine"], region["startColumn"]),
                    offset(lines, region["endLine"], region["endColumn"]),
                    replacement.get("insertedContent", {}).get("text", ""),
                ))
            for start, end, new in sorted(set(edits), reverse=True):
                text = text[:start] + new + text[end:]
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
    return []


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as file:
        given = json.load(file)
    found = check(given) if sys.argv[1] == "check" else apply(given, sys.argv[3])
    print("\n".join(found), end="")
