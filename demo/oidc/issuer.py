#!/usr/bin/env python3
"""An issuer of OpenID Connect tokens for trying things out.

usage: issuer.py DIRECTORY ISSUER AUDIENCE NAME=VALUE...

Makes a key pair in DIRECTORY the first time (needs openssl), writes its public half to
DIRECTORY/keys.json (RFC 7517) and prints a token (RFC 7519) that is good for five minutes and
says NAME=VALUE.
"""
import base64
import json
import pathlib
import subprocess
import sys
import time


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(*words: str, given: bytes = b"") -> bytes:
    return subprocess.run(["openssl", *words], input=given, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=True).stdout


def main() -> int:
    if len(sys.argv) < 4 or not all("=" in word for word in sys.argv[4:]):
        print(__doc__, file=sys.stderr)
        return 2
    directory, issuer, audience = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    key = directory / "key.pem"
    if not key.exists():
        directory.mkdir(parents=True, exist_ok=True)
        openssl("genrsa", "-out", str(key), "2048")
        key.chmod(0o600)
    modulus = openssl("rsa", "-in", str(key), "-noout", "-modulus").decode().strip().split("=")[1]
    keys = {"keys": [{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "demo",
                      "n": b64(bytes.fromhex(modulus)), "e": "AQAB"}]}
    (directory / "keys.json").write_text(json.dumps(keys))
    now = int(time.time())
    claims = {"iss": issuer, "aud": audience, "sub": "demo", "iat": now, "exp": now + 300}
    claims.update(word.split("=", 1) for word in sys.argv[4:])
    head = {"alg": "RS256", "typ": "JWT", "kid": "demo"}
    said = b64(json.dumps(head).encode()) + "." + b64(json.dumps(claims).encode())
    print(said + "." + b64(openssl("dgst", "-sha256", "-sign", str(key), given=said.encode())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
