"""The HTTP side: artifacts and executions in, decisions and explanations out."""

from __future__ import annotations

import hashlib
import http.client
import io
import json
import mimetypes
import os
import select
import time
import urllib.parse
from typing import Any, BinaryIO, Iterator, Mapping

from .verification import Outcome, verify

# The bounds of the client, in one place; seconds and bytes.
CONNECT_TIME = 5.0
ANSWER_TIME = 30.0
SENT_TIME = 120.0  # for the answer to an upload: the system may hold megabytes of it when it has taken the last
WAIT_SECONDS_MAX = 60
TRIES_MAX = 20
RETRY_PAUSE = 0.5
RETRY_PAUSE_MAX = 30.0
STREAM_PAUSE = 0.2
EVENT_BYTES_MAX = 1024 * 1024
ANSWER_BYTES_MAX = 64 * 1024 * 1024
CHUNK = 64 * 1024
_BUSY = (429, 502, 503, 504)


class AssayError(Exception):
    """The service refused a call, or answered something that it should not.

    ``code`` is stable: one of the service's (docs/errors.md), ``HTTP_<status>`` without one, ``UNREACHABLE`` or
    ``INVALID_ANSWER``. ``expected``, ``found`` and ``field`` are there where they apply. ``found`` is what a client
    sent: not to be trusted.
    """

    def __init__(self, code: str, detail: str, status: int | None = None, problem: Mapping[str, Any] | None = None):
        super().__init__(f"{code}: {detail}")
        problem = problem or {}
        self.code = code
        self.detail = detail
        self.status = status
        self.expected: str | None = problem.get("expected")
        self.found: str | None = problem.get("found")
        self.field: str | None = problem.get("field")


def event(source: str, id: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """An execution as a CloudEvent; ``source`` and ``id`` are its identity."""
    return {"specversion": "1.0", "type": "dev.assay.execution.v1", "source": source, "id": id, "data": dict(data)}


class AssayClient:
    """Talks to a running Assay. It has no state but its address and token: any number of threads may use it."""

    def __init__(self, url: str = "http://127.0.0.1:7070", token: str | None = None):
        parts = urllib.parse.urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            raise ValueError("expected an address with a port of 0 to 65535") from None
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("expected an address like http://127.0.0.1:7070")
        self._parts = parts
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        self._shown = f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")
        self._prefix = parts.path.rstrip("/")
        self._token = token

    def put(self, role: str, content: bytes | str | os.PathLike[str], media_type: str | None = None) -> dict[str, Any]:
        """Stores bytes, or the file of that name, under their digest; what is stored already is not sent again.

        The answer is the artifact's place in an event: role, sha256, size and mediaType.
        """
        if media_type is None:
            name = "" if isinstance(content, bytes) else os.fspath(content)
            media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        with _opened(content) as body:
            digest, size = hashlib.sha256(), 0
            while chunk := body.read(CHUNK):
                digest.update(chunk)
                size += len(chunk)
            sha256 = digest.hexdigest()
            headers = {
                "Content-Type": media_type,
                "Content-Length": str(size),
                "x-expected-sha256": sha256,
                "If-None-Match": "*",
            }
            try:
                self._call("PUT", "/v1/artifacts", headers, body)
            except AssayError as e:
                if e.status != 412:
                    raise
        return {"role": role, "sha256": sha256, "size": size, "mediaType": media_type}

    def submit(self, event: Mapping[str, Any], wait: float = 0) -> dict[str, Any]:
        """Posts a CloudEvent and waits up to ``wait`` seconds for the decision on it.

        The answer has ``workItem``, ``eventId`` and ``duplicate``, and ``decision`` when one came in time. The same
        event again is safe: it is taken once.
        """
        body = json.dumps(event).encode()
        until = time.monotonic() + wait
        first: dict[str, Any] | None = None
        while True:
            left = max(0.0, until - time.monotonic())
            # before the first answer no time counts as spent: `wait=1` asks for a second
            seconds = min(int(left if first else wait), WAIT_SECONDS_MAX)
            headers = {"Content-Type": "application/cloudevents+json", "Content-Length": str(len(body))}
            query = f"?wait={seconds}" if seconds else ""
            answer = self._json(self._call("POST", "/v1/executions" + query, headers, io.BytesIO(body), seconds))
            first = first or answer
            if "decision" in answer or not seconds:
                return {**answer, "duplicate": first.get("duplicate")}
            time.sleep(STREAM_PAUSE)  # a server on which too many wait already answers at once

    def wait(self, work_item: str, attempt: int = 1, seconds: float = 60) -> dict[str, Any] | None:
        """The first decision on ``attempt`` or a later one, or None when none came in ``seconds``."""
        until = time.monotonic() + seconds
        last: str | None = None
        while True:
            broken: Exception | None = None
            try:
                for last, kind, data in self._events(work_item, last, until):
                    told = data.get("attempt")
                    if kind == "decision" and isinstance(told, int) and told >= attempt:
                        return data
            except TimeoutError:
                return None
            except (OSError, http.client.HTTPException) as e:
                broken = e  # the next stream goes on behind the last event
            if time.monotonic() + STREAM_PAUSE >= until:
                if broken:
                    raise self._unreachable(broken)
                return None
            time.sleep(STREAM_PAUSE)

    def explain(self, work_item: str) -> dict[str, Any]:
        """What was claimed, verified and how it is known. Members named ``untrusted…`` are strangers' text."""
        return self._json(self._call("GET", _item(work_item) + "/explanation", {}))

    def verify(self, id: str, keys: str | None = None) -> Outcome:
        """Fetches an attestation and its proof and verifies them here, against your copy of ``keys`` where given."""
        path = "/v1/attestations/" + _part(id)
        envelope = self._call("GET", path, {}).decode("utf-8", "replace")
        proof = self._call("GET", path + "/proof", {}).decode("utf-8", "replace")
        if keys is None:
            keys = self._call("GET", "/v1/keys", {}).decode("utf-8", "replace")
        return verify(envelope, proof, keys, id)

    def _call(self, method: str, path: str, headers: dict[str, str], body: BinaryIO | None = None, wait: float = 0) -> bytes:
        tries = 1
        while True:
            try:
                connection = self._connected()
                try:
                    connection.sock.settimeout(ANSWER_TIME + wait)
                    response = self._sent(connection, method, path, headers, body)
                    answer = response.read(ANSWER_BYTES_MAX + 1)
                finally:
                    connection.close()
            except (OSError, http.client.HTTPException) as e:
                raise self._unreachable(e) from e
            if len(answer) > ANSWER_BYTES_MAX:
                raise AssayError("INVALID_ANSWER", f"expected an answer of at most {ANSWER_BYTES_MAX} bytes")
            if response.status < 300:
                return answer
            if response.status not in _BUSY or tries == TRIES_MAX:
                raise _problem(response.status, answer)
            tries += 1
            time.sleep(_pause(response.headers.get("Retry-After")))

    def _unreachable(self, cause: Exception) -> AssayError:
        return AssayError("UNREACHABLE", f"expected a running system at {self._shown}, found {type(cause).__name__}")

    def _connected(self) -> http.client.HTTPConnection:
        kind: type[http.client.HTTPConnection] = http.client.HTTPConnection
        if self._parts.scheme == "https":
            kind = http.client.HTTPSConnection
        assert self._parts.hostname is not None
        connection = kind(self._parts.hostname, self._parts.port, timeout=CONNECT_TIME)
        connection.connect()
        return connection

    def _sent(
        self, connection: http.client.HTTPConnection, method: str, path: str, headers: dict[str, str], body: BinaryIO | None
    ) -> http.client.HTTPResponse:
        connection.putrequest(method, self._prefix + path, skip_accept_encoding=True)
        if self._token is not None:
            connection.putheader("Authorization", "Bearer " + self._token)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        if body is not None:
            body.seek(0)
            try:
                while (chunk := body.read(CHUNK)) and not _answered(connection):
                    connection.send(chunk)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it answered before it had everything; the answer says why
            if method == "PUT":
                connection.sock.settimeout(SENT_TIME)
        return connection.getresponse()

    def _events(self, work_item: str, last: str | None, until: float) -> Iterator[tuple[str | None, str, dict[str, Any]]]:
        """Server-sent events with their ids, until the stream or the time ends."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last else {})
        connection = self._connected()
        try:
            connection.sock.settimeout(max(0.05, until - time.monotonic()))
            response = self._sent(connection, "GET", _item(work_item) + "/events", headers, None)
            if response.status in _BUSY:
                time.sleep(min(_pause(response.headers.get("Retry-After")), max(0.0, until - time.monotonic())))
                return
            if response.status != 200:
                raise _problem(response.status, response.read(EVENT_BYTES_MAX))
            kind, data = "message", ""
            while (left := until - time.monotonic()) > 0:
                if connection.sock:
                    connection.sock.settimeout(left)
                line = response.readline(EVENT_BYTES_MAX).decode("utf-8", "replace")
                if not line:
                    return
                name, _, value = line.rstrip("\r\n").partition(":")
                value = value.removeprefix(" ")
                if name == "id":
                    last = value
                elif name == "event":
                    kind = value
                elif name == "data":
                    data += value
                elif not line.strip():
                    if data:
                        yield last, kind, self._json(data.encode())
                    kind, data = "message", ""
        finally:
            connection.close()

    @staticmethod
    def _json(answer: bytes) -> dict[str, Any]:
        try:
            value = json.loads(answer)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise AssayError("INVALID_ANSWER", "expected a JSON object, found another answer")
        return value


def _opened(content: bytes | str | os.PathLike[str]) -> BinaryIO:
    return io.BytesIO(content) if isinstance(content, bytes) else open(content, "rb")


def _answered(connection: http.client.HTTPConnection) -> bool:
    return bool(select.select([connection.sock], [], [], 0)[0])


def _pause(retry_after: str | None) -> float:
    told = float(retry_after) if retry_after and retry_after.isascii() and retry_after.isdigit() else RETRY_PAUSE
    return min(max(told, RETRY_PAUSE), RETRY_PAUSE_MAX)


def _part(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def _item(work_item: str) -> str:
    return "/v1/work-items/" + _part(work_item)


def _problem(status: int, answer: bytes) -> AssayError:
    try:
        problem = json.loads(answer)
    except ValueError:
        problem = None
    if isinstance(problem, dict) and isinstance(problem.get("code"), str):
        return AssayError(problem["code"], str(problem.get("detail", "")), status, problem)
    return AssayError(f"HTTP_{status}", f"expected success, found status {status}", status)
