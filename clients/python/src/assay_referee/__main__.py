"""``python -m assay_referee``: verify and explain from a shell; ``json`` speaks one JSON line in, one out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .client import AssayClient, AssayError
from .verification import verify


def answered(asked: dict[str, Any]) -> dict[str, Any]:
    """What one request of the conformance script leads to; an error becomes its code."""
    client = AssayClient(asked.get("url", "http://127.0.0.1:7070"), asked.get("token"))
    try:
        match asked.get("call"):
            case "put":
                return {"ok": client.put(asked["role"], asked["file"], asked["mediaType"])}
            case "submit":
                return {"ok": client.submit(asked["event"], asked.get("wait", 0))}
            case "wait":
                return {"ok": client.wait(asked["workItem"], asked.get("attempt", 1), asked.get("seconds", 60))}
            case "explain":
                return {"ok": client.explain(asked["workItem"])}
            case "verify":
                return {"ok": asdict(verify(asked["envelope"], asked["proof"], asked["keys"], asked.get("id")))}
            case _:
                return {"code": "USAGE", "detail": "expected put, submit, wait, explain or verify"}
    except AssayError as e:
        return {"code": e.code, "detail": e.detail, "expected": e.expected, "found": e.found}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m assay_referee", epilog="exit codes: 0 done or verified, 1 not verified, 3 operational error"
    )
    calls = parser.add_subparsers(dest="call", required=True)
    saved = calls.add_parser("verify", help="verify what `assay attestations show ID --save DIR` wrote, offline")
    saved.add_argument("directory", type=Path)
    explain = calls.add_parser("explain", help="explain a work item ($ASSAY_URL, $ASSAY_TOKEN)")
    explain.add_argument("work_item")
    calls.add_parser("json", help="one JSON request on each line of standard input, one answer on each line out")
    arguments = parser.parse_args()
    try:
        if arguments.call == "verify":
            names = ("envelope.json", "proof.txt", "keys.json")
            texts = [(arguments.directory / name).read_bytes().decode("utf-8", "replace") for name in names]
            outcome = verify(*texts)
            print(json.dumps(asdict(outcome)))
            return 0 if outcome.verified else 1
        if arguments.call == "explain":
            client = AssayClient(os.environ.get("ASSAY_URL", "http://127.0.0.1:7070"), os.environ.get("ASSAY_TOKEN"))
            print(json.dumps(client.explain(arguments.work_item), indent=2))
            return 0
        for line in sys.stdin:
            print(json.dumps(answered(json.loads(line))), flush=True)
        return 0
    except (AssayError, OSError, ValueError) as e:
        print(f"error: {e}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
