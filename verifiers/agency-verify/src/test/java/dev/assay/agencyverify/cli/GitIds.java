package dev.assay.agencyverify.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Repository ids worked out again, independently of the code under test. */
final class GitIds {

  private GitIds() {}

  static String pathRepository(Path root) throws Exception {
    return sha256("path:" + sha256(root.toString())).substring(0, 16);
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }
}
