"""What a verifier of Ed25519 has to take and to refuse."""

import unittest

from assay_referee.ed25519 import _L, _P, verifies

# RFC 8032, section 7.1: public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]


class Ed25519Test(unittest.TestCase):
    def setUp(self) -> None:
        self.vectors = [tuple(map(bytes.fromhex, vector)) for vector in VECTORS]

    def test_the_vectors_of_the_standard_verify(self) -> None:
        for key, message, signature in self.vectors:
            self.assertTrue(verifies(key, message, signature))

    def test_any_changed_bit_is_refused(self) -> None:
        key, message, signature = self.vectors[2]
        for at in range(0, 512, 17):
            changed = bytearray(signature)
            changed[at // 8] ^= 1 << at % 8
            self.assertFalse(verifies(key, message, bytes(changed)), at)
        self.assertFalse(verifies(key, message + b"x", signature))
        self.assertFalse(verifies(self.vectors[0][0], message, signature))

    def test_a_second_form_of_s_is_refused(self) -> None:
        for key, message, signature in self.vectors:
            s = int.from_bytes(signature[32:], "little") + _L
            self.assertFalse(verifies(key, message, signature[:32] + s.to_bytes(32, "little")))

    def test_points_in_another_encoding_are_refused(self) -> None:
        identity = (1).to_bytes(32, "little")
        zero_s = bytes(32)
        for other in (_P + 1, 1 | 1 << 255, _P, 2**255 - 1):
            encoded = other.to_bytes(32, "little")
            self.assertFalse(verifies(encoded, b"", identity + zero_s), hex(other))
            self.assertFalse(verifies(identity, b"", encoded + zero_s), hex(other))

    def test_what_is_no_point_is_refused(self) -> None:
        key, message, signature = self.vectors[0]
        self.assertFalse(verifies((2).to_bytes(32, "little"), message, signature))

    def test_other_lengths_are_refused(self) -> None:
        key, message, signature = self.vectors[0]
        for k, s in ((key[:31], signature), (key, signature[:63]), (key, signature + b"\0"), (key, b"")):
            self.assertFalse(verifies(k, message, s))


if __name__ == "__main__":
    unittest.main()
