"""What the client does with a server that is busy, refuses, or breaks its stream."""

import hashlib
import json
import socket
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

from assay_referee import AssayClient, AssayError, client, event, verify
from assay_referee.verification import _number


class Server(BaseHTTPRequestHandler):
    """Answers what the test lined up, and remembers what came."""

    answers: list[tuple[int, dict[str, str], bytes]] = []
    seen: list[tuple[str, str, dict[str, str], bytes]] = []

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.seen.append((self.command, self.path, dict(self.headers), body))
        status, headers, text = self.answers.pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = answer

    def log_message(self, *_: Any) -> None:
        pass


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        Server.answers, Server.seen = [], []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.client = AssayClient(f"http://127.0.0.1:{self.server.server_port}", "t")
        self.pause, client.RETRY_PAUSE = client.RETRY_PAUSE, 0.01

    def tearDown(self) -> None:
        client.RETRY_PAUSE = self.pause
        self.server.shutdown()
        self.server.server_close()

    def answers(self, *answers: tuple[int, Any]) -> None:
        Server.answers = [(status, {}, body if isinstance(body, bytes) else json.dumps(body).encode()) for status, body in answers]

    def test_a_busy_server_is_asked_again(self) -> None:
        taken = {"workItem": "w", "eventId": "e", "duplicate": False}
        self.answers((429, {}), (502, {}), (503, {}), (504, {}), (202, taken))
        self.assertEqual(self.client.submit(event("s", "e", {})), taken)
        self.assertEqual(len({body for *_, body in Server.seen}), 1)

    def test_asking_again_ends(self) -> None:
        self.answers(*[(503, {"code": "SHUTTING_DOWN", "detail": "d"})] * client.TRIES_MAX)
        with self.assertRaises(AssayError) as refused:
            self.client.explain("w")
        self.assertEqual(refused.exception.code, "SHUTTING_DOWN")
        self.assertEqual(len(Server.seen), client.TRIES_MAX)

    def test_a_problem_has_its_members(self) -> None:
        self.answers((422, {"code": "INVALID_ID", "detail": "d", "expected": "an id", "found": "'!'", "field": "workItem"}))
        with self.assertRaises(AssayError) as refused:
            self.client.submit(event("s", "e", {}))
        problem = refused.exception
        self.assertEqual((problem.code, problem.expected, problem.found, problem.field), ("INVALID_ID", "an id", "'!'", "workItem"))
        self.assertEqual(problem.status, 422)

    def test_what_is_stored_already_is_no_failure(self) -> None:
        self.answers((412, {"code": "PRECONDITION_FAILED"}))
        artifact = self.client.put("test-log", b"abc", "text/plain")
        self.assertEqual(artifact["sha256"], hashlib.sha256(b"abc").hexdigest())
        headers = {name.lower(): value for name, value in Server.seen[0][2].items()}
        self.assertEqual(headers["if-none-match"], "*")
        self.assertEqual(headers["x-expected-sha256"], artifact["sha256"])

    def test_an_upload_may_be_worked_on_for_longer_than_another_answer(self) -> None:
        def uploads(answer_time: float, sent_time: float) -> bool:
            """Whether an upload gets the answer of a server that works until the client has given up or a second is over."""
            gone = threading.Event()

            def slow(server: socket.socket) -> None:
                connection, _ = server.accept()
                with connection, connection.makefile("rb") as sent:
                    while sent.readline() not in (b"\r\n", b""):
                        pass
                    sent.read(3)
                    if not gone.wait(1):
                        connection.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}")

            with socket.create_server(("127.0.0.1", 0)) as server, patch.object(client, "ANSWER_TIME", answer_time), patch.object(
                client, "SENT_TIME", sent_time
            ):
                thread = threading.Thread(target=slow, args=(server,))
                thread.start()
                try:
                    return bool(AssayClient(f"http://127.0.0.1:{server.getsockname()[1]}").put("test-log", b"abc"))
                except AssayError as e:
                    self.assertEqual(e.code, "UNREACHABLE")
                    return False
                finally:
                    gone.set()
                    thread.join()

        self.assertTrue(uploads(answer_time=0.2, sent_time=30))
        self.assertFalse(uploads(answer_time=30, sent_time=0.2))

    def test_a_broken_stream_goes_on_behind_its_last_event(self) -> None:
        first = b'id: 7\nevent: attestation\ndata: {"id":"a"}\n\n'
        second = b'id: 8\nevent: decision\ndata: {"kind":"PROMOTE","attempt":1}\n\n'
        self.answers((200, first), (200, second))
        decision = self.client.wait("shop/cart 42", seconds=30)
        assert decision is not None
        self.assertEqual(decision["kind"], "PROMOTE")
        self.assertEqual(Server.seen[0][1], "/v1/work-items/shop%2Fcart%2042/events")
        self.assertEqual(Server.seen[1][2]["Last-Event-ID"], "7")

    def test_nothing_there_has_a_code(self) -> None:
        nobody = AssayClient("http://127.0.0.1:1")
        for call in (lambda: nobody.explain("w"), lambda: nobody.wait("w", seconds=0.1)):
            with self.assertRaises(AssayError) as refused:
                call()
            self.assertEqual(refused.exception.code, "UNREACHABLE")
            self.assertIn(" at http://127.0.0.1:1, found ", str(refused.exception))

    def test_what_is_no_address_is_told_at_once(self) -> None:
        for url in ("", "127.0.0.1:7070", "ftp://127.0.0.1", "http://", "http://127.0.0.1:99999", "http://127.0.0.1:x"):
            with self.assertRaises(ValueError):
                AssayClient(url)

    def test_what_is_no_document_fails_by_its_format(self) -> None:
        for envelope in ("", "[]", "{}", '{"payload":"*","payloadType":"t","signatures":[{}]}', "[" * 100_000):
            outcome = verify(envelope, "", "{}")
            self.assertFalse(outcome.verified)
            self.assertEqual(outcome.code, "FORMAT_INVALID")

    def test_numbers_are_written_as_the_canonical_form_says(self) -> None:
        # RFC 8785, appendix B, and what lies beside
        for value, text in (
            (0.0, "0"),
            (-0.0, "0"),
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (333333333.3333333, "333333333.3333333"),
            (-1.5, "-1.5"),
            (9007199254740992.0, "9007199254740992"),
            (5e-324, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
        ):
            self.assertEqual(_number(value), text)


if __name__ == "__main__":
    unittest.main()
