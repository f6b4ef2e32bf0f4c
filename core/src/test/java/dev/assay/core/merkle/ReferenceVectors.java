package dev.assay.core.merkle;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The eight-leaf tree that the certificate-transparency projects test against. */
final class ReferenceVectors {

  static final String EMPTY_ROOT =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  static final List<byte[]> ENTRIES =
      List.of(
          hex(""),
          hex("00"),
          hex("10"),
          hex("2021"),
          hex("3031"),
          hex("40414243"),
          hex("5051525354555657"),
          hex("606162636465666768696a6b6c6d6e6f"));

  static final List<Hash> ROOTS =
      hashes(
          "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
          "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
          "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
          "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
          "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
          "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
          "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

  static final List<Hash> PATH_0_OF_8 =
      hashes(
          "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
          "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
          "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4");

  static final List<Hash> PATH_5_OF_8 =
      hashes(
          "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
          "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7");

  static final List<Hash> PATH_2_OF_3 =
      hashes("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125");

  static final List<Hash> PATH_1_OF_5 =
      hashes(
          "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
          "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
          "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b");

  static final List<Hash> PROOF_6_TO_8 =
      hashes(
          "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
          "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7");

  static final List<Hash> PROOF_2_TO_5 =
      hashes(
          "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
          "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b");

  private ReferenceVectors() {}

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static List<Hash> hashes(String... texts) {
    return Arrays.stream(texts).map(text -> Hash.ofHex(text).orElseThrow()).toList();
  }
}
