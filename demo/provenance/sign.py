#!/usr/bin/env python3
"""Signs a test result about a report with a private key: sign.py KEY.pem REPORT [COMMIT]"""
import base64
import hashlib
import json
import subprocess
import sys
import tempfile

key, report, *commit = sys.argv[1:]
TYPE = "application/vnd.in-toto+json"

with open(report, "rb") as file:
    digest = hashlib.sha256(file.read()).hexdigest()
source = {"name": "commit", "digest": {"gitCommit": commit[0]}} if commit else {"name": "unknown"}
payload = json.dumps({
    "_type": "https://in-toto.io/Statement/v1",
    "subject": [{"name": report, "digest": {"sha256": digest}}],
    "predicateType": "https://in-toto.io/attestation/test-result/v0.1",
    "predicate": {"result": "PASSED", "configuration": [source]},
}).encode()
message = b"DSSEv1 %d %s %d %s" % (len(TYPE), TYPE.encode(), len(payload), payload)
with tempfile.NamedTemporaryFile() as file:
    file.write(message)
    file.flush()
    signature = subprocess.check_output(
        ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", file.name])
spki = subprocess.check_output(["openssl", "pkey", "-in", key, "-pubout", "-outform", "DER"])
print(json.dumps({
    "payload": base64.b64encode(payload).decode(),
    "payloadType": TYPE,
    "signatures": [{"keyid": hashlib.sha256(spki).hexdigest(),
                    "sig": base64.b64encode(signature).decode()}],
}))
