"""Ed25519 verification (RFC 8032, section 5.1.7) in pure Python.

For checking a handful of signatures where no cryptographic library is installed. Verification handles nothing
secret, so it need not run in constant time. It is strict: S below the group order, the point of the key in its
only encoding, and R compared as bytes, so that a second encoding of the same R is refused, too.
"""

from __future__ import annotations

import hashlib

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_SQRT_MINUS_1 = pow(2, (_P - 1) // 4, _P)

# A point is (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z.
_Point = tuple[int, int, int, int]
_IDENTITY: _Point = (0, 1, 1, 0)


def _add(a: _Point, b: _Point) -> _Point:
    minus = (a[1] - a[0]) * (b[1] - b[0]) % _P
    plus = (a[1] + a[0]) * (b[1] + b[0]) % _P
    t = 2 * a[3] * b[3] * _D % _P
    z = 2 * a[2] * b[2] % _P
    e, f, g, h = plus - minus, z - t, z + t, plus + minus
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _times(scalar: int, point: _Point) -> _Point:
    total = _IDENTITY
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    return total


def _decode(encoded: bytes) -> _Point | None:
    """The point that 32 bytes encode, or None when they are no point or not its canonical encoding."""
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _SQRT_MINUS_1 % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


def _encode(point: _Point) -> bytes:
    inverse = pow(point[2], _P - 2, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_Y = 4 * pow(5, _P - 2, _P) % _P
_BASE = _decode(_Y.to_bytes(32, "little"))


def verifies(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether ``signature`` (64 bytes) over ``message`` is by the holder of ``public_key`` (32 bytes)."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key = _decode(public_key)
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= _L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % _L
    negated = (_P - key[0], key[1], key[2], _P - key[3])
    assert _BASE is not None
    return _encode(_add(_times(s, _BASE), _times(k, negated))) == signature[:32]
