#!/usr/bin/env python3
"""Runs the clients and the command against one server with the same inputs, good and bad, and compares.

usage: conformance.py --url URL --token-file FILE --cli "COMMAND" [--java "COMMAND"] [--node NODE]

COMMAND is what starts `assay`, or the Java client's line program. Prints a line for each comparison.
exit codes: 0 all agree, 1 some differ, 3 a tool or the server is missing
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPORT = b'<testsuite name="%s" tests="1" failures="0"><testcase classname="a" name="b"/></testsuite>'
COMMAND_SECONDS_MAX = 120
MUTATIONS = 1_000
MUTATIONS_SEED = 22
UNREACHABLE = "http://127.0.0.1:1"


class Lines:
    """A client that takes one JSON line and answers one."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | environment
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"error: expected an answer to {request.get('call')}, found the end of the client")
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(COMMAND_SECONDS_MAX)


class Comparison:
    def __init__(self) -> None:
        self.different = 0

    def of(self, case: str, expected: Any, found: dict[str, Any]) -> None:
        differing = {who: what for who, what in found.items() if what != expected}
        self.different += bool(differing)
        print(f"{'FAIL' if differing else 'ok  '}  {case}: {expected}, {', '.join(found)}")
        if differing:
            print(f"      found {differing}")


class Runs:
    """All clients on one server."""

    def __init__(self, arguments: argparse.Namespace, directory: Path) -> None:
        self.url = arguments.url
        self.token = arguments.token_file.read_text().strip()
        self.cli = shlex.split(arguments.cli)
        self.directory = directory
        source = str(HERE.parent / "python" / "src")
        self.lines = {
            "python": Lines([sys.executable, "-m", "assay_referee", "json"], {"PYTHONPATH": source}),
            "npm": Lines([arguments.node, str(HERE.parent / "npm" / "src" / "main.js")], {"NODE_NO_WARNINGS": "1"}),
        }
        if arguments.java:
            self.lines["java"] = Lines(shlex.split(arguments.java), {})

    def close(self) -> None:
        for client in self.lines.values():
            client.close()

    def file(self, name: str, content: bytes) -> Path:
        path = self.directory / name
        path.write_bytes(content)
        return path

    def command(self, *words: str, url: str | None = None, token: str | None = None) -> dict[str, Any]:
        """What the command prints as JSON, or its error."""
        environment = os.environ | {"ASSAY_URL": url or self.url, "ASSAY_TOKEN": token or self.token}
        run = subprocess.run(
            [*self.cli, *words, "--json"], capture_output=True, text=True, env=environment, timeout=COMMAND_SECONDS_MAX
        )
        for text in (run.stdout, run.stderr):
            try:
                return json.loads(text[text.index("{") :])
            except ValueError:
                continue
        raise SystemExit(f"error: expected JSON of {words[0]}, found {run.stdout}{run.stderr}")

    def submitted(self, case: str, item: str | None = None, cli: bool = True, **change: Any) -> dict[str, Any]:
        """The outcome for each client of one more execution: the kind of its decision, or its error's code."""
        found: dict[str, Any] = {}
        for who in [*self.lines, *(["cli"] if cli else [])]:
            name = item or f"conformance/{case}/{who}/{uuid.uuid4().hex[:8]}"
            found[who] = self.submit(who, name, change.get("id") or uuid.uuid4().hex, **change)
        return found

    def submit(self, who: str, item: str, id: str, **change: Any) -> Any:
        url, token = change.get("url", self.url), change.get("token", self.token)
        report = self.file("report.xml", change.get("report") or REPORT % who.encode())
        if who == "cli":
            answer = self.command(
                *["submit", "--work-item", item, "--run", "r", "--agent", "a", "--source", "assay:conformance"],
                *["--event-id", id, "--artifact", f"test-report={report}", "--wait", "100"],
                url=url,
                token=token,
            )
        else:
            place = {"url": url, "token": token}
            stored = self.lines[who].ask(
                call="put", role="test-report", file=str(report), mediaType="application/xml", **place
            )
            if "ok" not in stored:
                return stored["code"]
            artifact = stored["ok"] | change.get("artifact", {})
            data = {"workItem": item, "run": "r", "attempt": 1, "agent": {"fleet": "default", "id": "a"}}
            event = {"specversion": "1.0", "type": "dev.assay.execution.v1", "source": "assay:conformance", "id": id}
            answer = self.lines[who].ask(
                call="submit", event=event | {"data": data | {"artifacts": [artifact]}}, wait=100, **place
            )
            answer = answer.get("ok", answer)
        self.duplicate = answer.get("duplicate")
        return answer.get("code") or answer.get("decision", {}).get("kind", "UNDECIDED")


def submissions(runs: Runs, compared: Comparison) -> None:
    compared.of("a good report", "PROMOTE", runs.submitted("good"))
    compared.of("an id of 129 characters", "INVALID_ID", runs.submitted("long", item="x" * 129))
    compared.of("a wrong token", "UNAUTHENTICATED", runs.submitted("token", token="wrong"))
    compared.of("no server", "UNREACHABLE", runs.submitted("server", url=UNREACHABLE))
    missing = {"artifact": {"sha256": "0" * 64}}
    compared.of("a missing artifact", "ARTIFACT_MISSING", runs.submitted("missing", cli=False, **missing))
    again: dict[str, Any] = {}
    twice: dict[str, Any] = {}
    conflict: dict[str, Any] = {}
    for who in [*runs.lines, "cli"]:
        item, id = f"conformance/again/{who}/{uuid.uuid4().hex[:8]}", uuid.uuid4().hex
        again[who], duplicates = [], []
        for _ in range(2):
            again[who].append(runs.submit(who, item, id))
            duplicates.append(runs.duplicate)
        if who != "cli":
            twice[who] = duplicates
        conflict[who] = runs.submit(who, item, id, report=REPORT % b"another")
    compared.of("the same event twice", ["PROMOTE", "PROMOTE"], again)
    compared.of("which of both is a duplicate", [False, True], twice)
    compared.of("the same id with other data", "EVENT_CONFLICT", conflict)


def readings(runs: Runs, compared: Comparison) -> str:
    """Compares what is read of one work item; the id of its attestation."""
    item = f"conformance/read/{uuid.uuid4().hex[:8]}"
    runs.submit("python", item, uuid.uuid4().hex)
    place = {"url": runs.url, "token": runs.token, "workItem": item}
    waited = {who: client.ask(call="wait", **place)["ok"] for who, client in runs.lines.items()}
    compared.of("waiting for what is decided", "PROMOTE", {who: told["kind"] for who, told in waited.items()})
    later = {who: client.ask(call="wait", attempt=2, seconds=1, **place)["ok"] for who, client in runs.lines.items()}
    compared.of("waiting for what never comes", None, later)
    refused = {
        who: [client.ask(call="wait", seconds=9, **(place | bad))["code"] for bad in ({"token": "wrong"}, {"url": UNREACHABLE})]
        for who, client in runs.lines.items()
    }
    compared.of("waiting with a wrong token, and without a server", ["UNAUTHENTICATED", "UNREACHABLE"], refused)
    explained = runs.command("explain", item)
    found = {who: client.ask(call="explain", **place)["ok"] for who, client in runs.lines.items()}
    same = {who: told == explained for who, told in found.items()}
    compared.of("the explanation is that of the command", True, same)
    nothing = place | {"workItem": "none"}
    unknown = {who: client.ask(call="explain", **nothing)["code"] for who, client in runs.lines.items()}
    compared.of("a work item that is not there", "NOT_FOUND", unknown | {"cli": runs.command("explain", "none")["code"]})
    return waited["python"]["attestations"][0]


def verifications(runs: Runs, compared: Comparison, attestation: str, other: str) -> None:
    texts = saved(runs, attestation)
    others = saved(runs, other)
    envelope, proof, keys = (texts[name] for name in ("envelope", "proof", "keys"))
    document = json.loads(envelope)
    payload = base64.b64decode(document["payload"])
    tampered = document | {"payload": base64.b64encode(payload.replace(b'"PASS"', b'"FAIL"')).decode()}
    signature = bytearray(base64.b64decode(document["signatures"][0]["sig"]))
    signature[3] ^= 1
    forged = document | {"signatures": [{"sig": base64.b64encode(signature).decode()}]}
    listed = json.loads(keys)["keys"]
    wrong = [dict(key) for key in listed]
    for key in wrong:
        if key["use"] == "attestation":
            key["spki"] = next(each["spki"] for each in listed if each["use"] == "checkpoint")
    lines = proof.split("\n")
    checkpoint = proof.split("\n\n", 1)[1].split("\n")
    grown = proof.replace(f"\n{checkpoint[1]}\n", f"\n{int(checkpoint[1]) + 1}\n")
    cases: list[tuple[str, str | None, dict[str, str]]] = [
        ("as it was", None, {}),
        ("a tampered payload", "SIGNATURE_INVALID", {"envelope": json.dumps(tampered)}),
        ("a tampered signature", "SIGNATURE_INVALID", {"envelope": json.dumps(forged)}),
        ("another key", "SIGNATURE_INVALID", {"keys": json.dumps({"keys": wrong})}),
        ("the proof of another entry", "NOT_INCLUDED", {"proof": others["proof"]}),
        ("a proof without its last hash", "NOT_INCLUDED", {"proof": "\n".join(without_hash(lines))}),
        ("a proof that is cut", "FORMAT_INVALID", {"proof": proof[:40]}),
        ("a checkpoint of another size", "CHECKPOINT_INVALID", {"proof": grown}),
        ("a checkpoint whose signature is no base64", "CHECKPOINT_INVALID", {"proof": proof.rstrip("\n") + "!\n"}),
        ("no envelope", "FORMAT_INVALID", {"envelope": "{}"}),
        ("a keys document with a member twice", "FORMAT_INVALID", {"keys": keys.replace('"keys"', '"keys":[],"keys"', 1)}),
        ("an envelope with a member twice", "FORMAT_INVALID", {"envelope": envelope.replace("{", '{"payload":"e30=",', 1)}),
        ("no keys document", "FORMAT_INVALID", {"keys": "keys"}),
        ("no key of a log", "CHECKPOINT_INVALID", {"keys": json.dumps({"keys": [k for k in listed if "vkey" not in k]})}),
    ]
    for case, code, change in cases:
        changed = texts | change
        outcomes = {who: client.ask(call="verify", **changed)["ok"] for who, client in runs.lines.items()}
        directory = Path(tempfile.mkdtemp(dir=runs.directory))
        for name, file in (("envelope", "envelope.json"), ("proof", "proof.txt"), ("keys", "keys.json")):
            (directory / file).write_text(changed[name], encoding="utf-8")
        outcomes["cli"] = runs.command("attestations", "verify", str(directory))
        compared.of(f"verify {case}", code, {who: told.get("code") for who, told in outcomes.items()})
        checks = {who: checked(told) for who, told in outcomes.items()}
        compared.of(f"verify {case}, the checks", checks["python"], checks)
    mistaken = {who: client.ask(call="verify", id=other, **texts)["ok"]["code"] for who, client in runs.lines.items()}
    compared.of("verify another id", "ID_MISMATCH", mistaken)


def checked(outcome: dict[str, Any]) -> list[str]:
    """The checks of an outcome in their order, those that failed with their codes."""
    return [check["name"] + ("" if check["holds"] else f" {check.get('code')}") for check in outcome["checks"]]


def mutations(runs: Runs, compared: Comparison, attestation: str) -> None:
    """All verifiers take damaged documents for the same, and none breaks on one."""
    texts = saved(runs, attestation)
    dice, differ = random.Random(MUTATIONS_SEED), 0
    for number in range(MUTATIONS):
        name = dice.choice(list(texts))
        damaged = reshaped(dice, texts[name]) if name != "proof" and number % 2 else cut(dice, texts[name])
        changed = texts | {name: damaged}
        told = {who: checked(client.ask(call="verify", **changed)["ok"]) for who, client in runs.lines.items()}
        different = any(each != told["python"] for each in told.values())
        differ += different
        if different:
            print(f"      damage {number} of {name}: {told}: {damaged}")
    compared.of(f"verify {MUTATIONS} damaged documents, how many differ", 0, {", ".join(runs.lines): differ})


def cut(dice: random.Random, text: str) -> str:
    """The text with some characters less, or others in between."""
    at = dice.randrange(len(text))
    new = dice.choice(["", "A", "\n", "\n\n", " ", "0", '"', "{", "\\ud800", "\u2014", text[at:] or "=", text[:at]])
    return text[:at] + new + text[at + dice.choice([0, 1, 1, 40]) :]


def reshaped(dice: random.Random, text: str) -> str:
    """The JSON with one more member somewhere, another value, or another form of its base64."""
    member = dice.choice(list(re.finditer(r'("\w+")(:\s*)("[^"\\]*(?:\\.[^"\\]*)*")', text)))
    opening = dice.choice([found.end() for found in re.finditer(r"\{", text)])
    more = dice.choice(
        [
            *[member[0], f"{member[1]}:7", '"x":1', '"keyid":7', '"notAfter":null', '"\\u006beys":[]', '"a":1,"\\u0061":2'],
            *['"x":' + "[" * deep + "]" * deep for deep in (30, 40, 5000)],
            *['"x":' + text for text in ("1e999", "NaN", "01", "'a'", "1,")],
        ]
    )
    value = dice.choice(["null", "7", "[]", "{}", '""', "true", member[3][:-2] + '"', member[3][:-1] + '="'])
    value = dice.choice([value, value, member[3].replace("=", ""), member[3].replace("+", "-"), member[3].replace("/", "_")])
    return dice.choice(
        [
            text[:opening] + more + "," + text[opening:],
            text[:opening] + more + "," + text[opening:],
            text[: member.start(3)] + value + text[member.end(3) :],
            text + dice.choice(["{}", "\n \t", "x", "\u00a0", "\u0000"]),
            dice.choice(["\ufeff", "\u00a0", "[", " "]) + text,
        ]
    )


def without_hash(lines: list[str]) -> list[str]:
    blank = lines.index("")
    return lines[: blank - 1] + lines[blank:]


def saved(runs: Runs, attestation: str) -> dict[str, str]:
    directory = Path(tempfile.mkdtemp(dir=runs.directory))
    runs.command("attestations", "show", attestation, "--save", str(directory))
    files = (("envelope", "envelope.json"), ("proof", "proof.txt"), ("keys", "keys.json"))
    return {name: (directory / file).read_text(encoding="utf-8") for name, file in files}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", required=True)
    parser.add_argument("--token-file", required=True, type=Path)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--java")
    parser.add_argument("--node", default="node")
    arguments = parser.parse_args()
    if shutil.which(arguments.node) is None:
        print("error: node is missing. expected: node 20 or newer on the PATH. next: install nodejs.", file=sys.stderr)
        return 3
    compared = Comparison()
    with tempfile.TemporaryDirectory() as directory:
        runs = Runs(arguments, Path(directory))
        try:
            submissions(runs, compared)
            first, second = readings(runs, compared), readings(runs, compared)
            verifications(runs, compared, first, second)
            mutations(runs, compared, first)
        finally:
            runs.close()
    print("all agree" if not compared.different else f"{compared.different} differ")
    return 1 if compared.different else 0


if __name__ == "__main__":
    sys.exit(main())
