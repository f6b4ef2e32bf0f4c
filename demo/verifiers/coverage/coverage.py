"""Judges a test log by the line TOTAL of its coverage table."""
import json
import re
import sys

request = json.load(sys.stdin)
log = request["artifacts"][0]
with open(log["path"], "rb") as file:
    text = file.read(1 << 24)
minimum = request["config"].get("minimum", 80)
total = re.search(rb"^TOTAL .* (\d{1,3})%$", text, re.MULTILINE)

if total is None:
    finding = {"result": "INCONCLUSIVE", "summary": "the log has no total of a coverage table"}
elif int(total[1]) >= minimum:
    finding = {"result": "PASS", "summary": f"at least {minimum}% of the lines are covered"}
else:
    where = {"artifact": log["sha256"], "offset": total.start(), "length": len(total[0])}
    finding = {"result": "FAIL", "summary": f"less than {minimum}% of the lines are covered",
               "failures": ["coverage too low"], "pointers": [where]}
print(json.dumps(finding))
