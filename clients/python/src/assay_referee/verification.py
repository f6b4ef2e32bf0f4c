"""Offline verification of an attestation: nothing here asks the network, nothing trusts the server."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from .ed25519 import verifies

DOCUMENT_CHARS_MAX = 1024 * 1024
PROOF_HASHES_MAX = 63
DEPTH_MAX = 32
ENVELOPE_BYTES_MAX = 256 * 1024
ENVELOPE_SIGNATURES_MAX = 16
HINT_CHARS_MAX = 512
NOTE_SIGNATURES_MAX = 64
PAYLOAD_TYPE = "application/vnd.in-toto+json"
_SPKI = bytes.fromhex("302a300506032b6570032100")
_PEM_BEGIN = "-----BEGIN PUBLIC KEY-----"
_PEM_END = "-----END PUBLIC KEY-----"
_PROOF = "c2sp.org/tlog-proof@v1"


@dataclass(frozen=True)
class Check:
    """One thing that was checked; ``code`` says how it failed and is None when it holds."""

    name: str
    holds: bool
    code: str | None
    detail: str


@dataclass(frozen=True)
class Outcome:
    """All checks; ``verified`` only when each holds. ``code`` is that of the first that failed."""

    id: str
    verified: bool
    code: str | None
    checks: list[Check] = field(default_factory=list)


class _Refused(Exception):
    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


def verify(envelope: str, proof: str, keys: str, expected_id: str | None = None) -> Outcome:
    """Checks signature, time of the key, canonical form, id, and inclusion under a signed checkpoint.

    ``envelope``, ``proof`` and ``keys`` are the texts that ``/v1/attestations/{id}``, its ``/proof`` and
    ``/v1/keys`` give. Keep a copy of ``keys`` that you got another way once: it is what is trusted.
    """
    checks: list[Check] = []
    attestation = ""

    def check(name: str, holds: bool, code: str, detail: str) -> None:
        checks.append(Check(name, holds, None if holds else code, detail))

    try:
        payload, signed, signatures = _envelope(envelope)
        attestation = hashlib.sha256(payload).hexdigest()
        signing, logs = _keys(keys)
        signers = [key for key in signing if any(verifies(key[0], signed, each) for each in signatures)]
        check("signature", bool(signers), "SIGNATURE_INVALID", f"{len(signing)} known keys")
        statement = _json(payload)
        at = _told(statement)
        in_use = any(end is None or (at is not None and at <= end) for _, end in signers)
        check("key in use", in_use, "KEY_NOT_IN_USE", "at a time not told" if at is None else at.isoformat())
        check("canonical", _canonical(statement, payload), "NOT_CANONICAL", "RFC 8785")
        check("id", expected_id in (None, attestation), "ID_MISMATCH", attestation)
        checks.append(_inclusion(proof, payload, logs))
    except _Refused as e:
        check("format", False, e.code, e.detail)
    failed = [each for each in checks if not each.holds]
    return Outcome(attestation, not failed, failed[0].code if failed else None, checks)


def _envelope(text: str) -> tuple[bytes, bytes, list[bytes]]:
    document = _document("envelope", text)
    kind, payload, listed = (document.get(name) for name in ("payloadType", "payload", "signatures"))
    if not isinstance(kind, str) or not isinstance(payload, str) or not isinstance(listed, list) or not listed:
        raise _Refused("FORMAT_INVALID", "expected payloadType, payload and signatures in the envelope")
    if (
        len(text.encode("utf-8", "replace")) > ENVELOPE_BYTES_MAX
        or len(kind) > HINT_CHARS_MAX
        or len(listed) > ENVELOPE_SIGNATURES_MAX
    ):
        raise _Refused("FORMAT_INVALID", "expected an envelope within the limits, found a larger one")
    body = _either_base64(payload)
    signatures = [_signature(each) for each in listed]
    if kind != PAYLOAD_TYPE:  # what was signed as something else is no signed statement
        signatures = []
    encoded = _utf8(kind)
    return body, b"DSSEv1 %d %s %d %s" % (len(encoded), encoded, len(body), body), signatures


def _signature(each: Any) -> bytes:
    hint = each.get("keyid") if isinstance(each, dict) else None
    hint = "" if hint is None else hint
    if not _has_text(each, "sig") or not isinstance(hint, str) or len(_utf8(hint)) > HINT_CHARS_MAX:
        raise _Refused("FORMAT_INVALID", "expected sig, and keyid where there is one, to be texts in each signature")
    return _either_base64(each["sig"])


def _keys(text: str) -> tuple[list[tuple[bytes, datetime | None]], list[tuple[str, bytes]]]:
    listed = _document("keys", text).get("keys")
    signing: list[tuple[bytes, datetime | None]] = []
    logs: list[tuple[str, bytes]] = []
    if not isinstance(listed, list):
        raise _Refused("FORMAT_INVALID", "expected a list of keys, found another value")
    for key in listed:
        if _has_text(key, "use") and key["use"] == "attestation":
            end = key.get("notAfter")
            signing.append((_pem(key["spki"] if _has_text(key, "spki") else ""), _time(end) if isinstance(end, str) else None))
        elif _has_text(key, "vkey"):
            name, raw = _vkey(key["vkey"])
            if _has_text(key, "spki") and _pem(key["spki"]) != raw:
                raise _Refused("FORMAT_INVALID", "expected vkey and spki to be the same key, found two keys")
            logs.append((name, raw))
    return signing, logs


def _inclusion(text: str, entry: bytes, logs: list[tuple[str, bytes]]) -> Check:
    head, blank, note = text[: DOCUMENT_CHARS_MAX + 1].partition("\n\n")
    lines = head.split("\n")
    if len(text) > DOCUMENT_CHARS_MAX or not blank or lines[0] != _PROOF:
        raise _Refused("FORMAT_INVALID", f"expected a proof that begins with {_PROOF}")
    if len(lines) > 1 and lines[1].startswith("extra "):
        del lines[1]
    if len(lines) < 2 or not lines[1].startswith("index "):
        raise _Refused("FORMAT_INVALID", "expected a line with index and a number in the proof")
    index = _decimal(lines[1][6:])
    path = [_hash(line) for line in lines[2:]]
    if len(path) > PROOF_HASHES_MAX:
        raise _Refused("FORMAT_INVALID", f"expected at most {PROOF_HASHES_MAX} hashes in the proof")
    failed = Check("inclusion", False, "CHECKPOINT_INVALID", "expected a checkpoint key, found none")
    for name, key in logs:
        try:
            size, root = _checkpoint(note, name, key)
        except _Refused as e:  # a checkpoint that is no document is signed by nobody
            failed = Check("inclusion", False, "CHECKPOINT_INVALID", e.detail)
            continue
        if _leads(entry, index, size, path, root):
            return Check("inclusion", True, None, f"index {index} of {size} in {name}")
        failed = Check("inclusion", False, "NOT_INCLUDED", "expected a path to the root of the checkpoint, found another")
    return failed


def _checkpoint(note: str, name: str, key: bytes) -> tuple[int, bytes]:
    """Size and root of a C2SP checkpoint that ``key`` signed under ``name``."""
    text, blank, signed = note.rpartition("\n\n")
    text += "\n"
    lines = text.split("\n")[:-1]
    sparse = len(lines) < 3 or "" in lines
    if not blank or not signed.endswith("\n") or sparse or signed.count("\n") > NOTE_SIGNATURES_MAX:
        raise _Refused("CHECKPOINT_INVALID", "expected a checkpoint and signature lines")
    hint = hashlib.sha256(_utf8(name) + b"\n\x01" + key).digest()[:4]
    found = False
    for line in signed[:-1].split("\n"):
        match = re.fullmatch("\u2014 ([^\\s+]+) (.*)", line)
        raw = _exact_base64(match[2]) if match else b""
        if match is None or len(raw) <= 4:
            raise _Refused("CHECKPOINT_INVALID", "expected signature lines below the checkpoint")
        if match[1] == name and raw[:4] == hint:
            if not verifies(key, _utf8(text), raw[4:]):
                raise _Refused("CHECKPOINT_INVALID", "expected a valid signature of the checkpoint")
            found = True
    if not found or lines[0] != name:
        raise _Refused("CHECKPOINT_INVALID", f"expected a checkpoint of and by {name}, found another")
    return _decimal(lines[1]), _hash(lines[2])


def _leads(entry: bytes, index: int, size: int, path: list[bytes], root: bytes) -> bool:
    """RFC 9162, section 2.1.3.2."""
    node, last = index, size - 1
    if node > last:
        return False
    value = hashlib.sha256(b"\x00" + entry).digest()
    for sibling in path:
        if last == 0:
            return False
        if node & 1 or node == last:
            value = hashlib.sha256(b"\x01" + sibling + value).digest()
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            value = hashlib.sha256(b"\x01" + value + sibling).digest()
        node, last = node >> 1, last >> 1
    return last == 0 and value == root


def _canonical(statement: Any, payload: bytes) -> bool:
    """Whether ``payload`` is the RFC 8785 form of what it says; a number or depth without one has none."""
    try:
        return statement is not None and _written(statement).encode() == payload
    except (ValueError, OverflowError, RecursionError):
        return False


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


def _written(value: Any) -> str:
    if isinstance(value, dict):
        names = sorted(value, key=_utf16)
        return "{" + ",".join(_written(name) + ":" + _written(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_written, value)) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(float(value))
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """As ECMAScript writes a number: the shortest digits, a plain form from 1e-6 to below 1e21."""
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    text, point = "".join(map(str, digits)), len(digits) + int(exponent)
    if len(text) <= point <= 21:
        text += "0" * (point - len(text))
    elif 0 < point <= 21:
        text = text[:point] + "." + text[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        text = text[0] + ("." + text[1:] if text[1:] else "") + f"e{point - 1:+d}"
    return "-" * sign + text


def _told(statement: Any) -> datetime | None:
    predicate: Any = statement.get("predicate") if isinstance(statement, dict) else None
    for name in ("time", "timeVerified"):
        if _has_text(predicate, name):
            return _time(predicate[name])
    return None


def _time(text: str) -> datetime:
    match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)", text)
    try:
        if match:
            fraction = ((match[2] or "") + "000000")[:6]
            zone = "+00:00" if match[3] == "Z" else match[3]
            return datetime.fromisoformat(f"{match[1]}.{fraction}{zone}").astimezone(timezone.utc)
    except (ValueError, OverflowError):
        pass
    raise _Refused("FORMAT_INVALID", "expected an RFC 3339 time, found another text")


def _json(data: bytes) -> dict[str, Any] | None:
    """The object in ``data``, or None when it is none, names a member twice or is nested too deep."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
        return value if isinstance(value, dict) and _depth(text) <= DEPTH_MAX else None
    except (ValueError, RecursionError):
        return None


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    "".join(value).encode()  # raises ValueError for half of a surrogate pair
    if len(value) < len(members):
        raise ValueError("a member twice")
    return value


def _depth(text: str) -> int:
    """How deep objects and arrays of a JSON text are nested."""
    deepest = depth = 0
    for found in re.finditer(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]]', text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found[0], 0)
        deepest = max(deepest, depth)
    return deepest


def _no_number(text: str) -> None:
    raise ValueError(text)  # NaN and the infinities are no JSON


def _document(name: str, text: str) -> dict[str, Any]:
    value = _json(text.encode("utf-8", "replace")) if len(text) <= DOCUMENT_CHARS_MAX else None
    if value is None:
        raise _Refused("FORMAT_INVALID", f"expected a JSON object of at most 1 MiB as {name}")
    return value


def _has_text(value: Any, name: str) -> bool:
    return isinstance(value, dict) and isinstance(value.get(name), str)


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise _Refused("FORMAT_INVALID", "expected well-formed Unicode, found half of a surrogate pair") from None


def _base64(text: str) -> bytes:
    """Bytes of base64; padding may be left out."""
    digits = text.rstrip("=")
    padding = -len(digits) % 4
    try:
        if len(text) - len(digits) not in (0, padding):
            raise ValueError("padding")
        return base64.b64decode(digits + "=" * padding, validate=True)
    except (binascii.Error, ValueError):
        raise _Refused("FORMAT_INVALID", "expected base64, found another text") from None


def _either_base64(text: str) -> bytes:
    """Bytes of base64 in one of its two alphabets, whose last digit has no bits that are of no byte."""
    standard = text if "+" in text or "/" in text else text.replace("-", "+").replace("_", "/")
    value = _base64(standard)
    if not base64.b64encode(value).decode().startswith(standard):
        raise _Refused("FORMAT_INVALID", "expected base64, found loose bits in the last digit")
    return value


def _exact_base64(text: str) -> bytes:
    """Bytes of base64 in its only form, with padding."""
    if len(text) % 4 or "-" in text or "_" in text:
        raise _Refused("FORMAT_INVALID", "expected base64 with padding")
    return _either_base64(text)


def _hash(line: str) -> bytes:
    value = _exact_base64(line) if len(line) == 44 else b""
    if len(value) != 32:
        raise _Refused("FORMAT_INVALID", "expected a hash of 32 bytes in base64")
    return value


def _decimal(text: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,18}", text) or int(text) >= 1 << 63:
        raise _Refused("FORMAT_INVALID", "expected a number below 2^63 without leading zeros")
    return int(text)


def _pem(text: str) -> bytes:
    begin, end = text.find(_PEM_BEGIN), text.find(_PEM_END)
    body = "" if begin < 0 or end < begin else text[begin + len(_PEM_BEGIN) : end]
    raw = _base64(body.replace("\r", "").replace("\n", ""))
    if len(raw) != 44 or not raw.startswith(_SPKI):
        raise _Refused("FORMAT_INVALID", "expected an Ed25519 public key in PEM")
    return raw[len(_SPKI) :]


def _vkey(text: str) -> tuple[str, bytes]:
    name, hint, encoded = (text.split("+", 2) + ["", ""])[:3]
    raw = _exact_base64(encoded)
    expected = hashlib.sha256(_utf8(name) + b"\n" + raw).hexdigest()[:8]
    if not name or len(raw) != 33 or raw[0] != 1 or hint != expected:
        raise _Refused("FORMAT_INVALID", "expected a verifier key: name, key id and Ed25519 key")
    return name, raw[1:]
