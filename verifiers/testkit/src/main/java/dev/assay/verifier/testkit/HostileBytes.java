package dev.assay.verifier.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Bytes that no honest tool would hand in, by what they are. Nobody may pass any of them. */
final class HostileBytes {

  private static final int BLOCK = 512;
  private static final int BOMB_BYTES = 300 << 20;
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int SEED = 20_261_124;

  private static final Map<String, byte[]> ALL = made();

  private HostileBytes() {}

  static Map<String, byte[]> all() {
    return ALL;
  }

  private static Map<String, byte[]> made() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    byte[] random = new byte[100_000];
    new Random(SEED).nextBytes(random);
    byte[] tar = tar(new String[] {"a/b.txt", "c.txt"});
    all.put("nothing", new byte[0]);
    all.put("zeros", new byte[70_000]);
    all.put("random bytes", random);
    all.put("one long line", text("x".repeat(3_000_000)));
    all.put("many empty lines", text("\n".repeat(1_000_000)));
    all.put("deep JSON", text("[".repeat(200_000)));
    all.put("a JSON document of another kind", text("{\"a\":[1,2,3],\"b\":{}}"));
    all.put("JSON with a huge name", text("{\"" + "n".repeat(2_000_000) + "\":1}"));
    all.put("deep XML", text("<a>".repeat(100_000)));
    all.put("an entity bomb", text(entityBomb()));
    all.put("half a tar", gzip(Arrays.copyOf(tar, tar.length / 2)));
    all.put("half a gzip", half(gzip(random)));
    all.put("half a zip", half(zip(Map.of("a", random, "b", random))));
    all.put("a tar bomb", gzipBomb());
    all.put("a zip bomb", zip(Map.of("zeros", new byte[0])));
    all.put("a zip that leaves its place", zip(Map.of("../../evil", text("x"))));
    Map<String, byte[]> clash = new LinkedHashMap<>();
    clash.put("a", text("file"));
    clash.put("a/b/c", text("below it"));
    all.put("a zip with a file as a directory", zip(clash));
    all.put("a zip with a huge name", zip(Map.of("n".repeat(60_000), text("x"))));
    all.put("a tar with .agency as a file", gzip(tar(new String[] {".agency"})));
    all.put("a tar with a deep name", gzip(tar(new String[] {"d/".repeat(45) + "f"})));
    return Collections.unmodifiableMap(all);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] half(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length / 2);
  }

  private static String entityBomb() {
    StringBuilder out = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 \"ha\">");
    for (int i = 1; i < 30; i++) {
      out.append("<!ENTITY e%d \"&e%d;&e%d;\">".formatted(i, i - 1, i - 1));
    }
    return out.append("]><testsuite name=\"&e29;\"/>").toString();
  }

  private static byte[] gzipBomb() {
    byte[] header = header("zeros", BOMB_BYTES);
    return written(out -> {
      try (OutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(header);
        byte[] zeros = new byte[CHUNK_BYTES];
        for (int i = 0; i < BOMB_BYTES; i += CHUNK_BYTES) {
          gzip.write(zeros);
        }
      }
    });
  }

  private static byte[] gzip(byte[] bytes) {
    return written(out -> {
      try (OutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(bytes);
      }
    });
  }

  /** An archive of {@code files}; the one named {@code zeros} has much of it. */
  private static byte[] zip(Map<String, byte[]> files) {
    return written(out -> {
      try (ZipOutputStream zip = new ZipOutputStream(out)) {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
          zip.putNextEntry(new ZipEntry(file.getKey()));
          zip.write(file.getValue());
          byte[] zeros = new byte[CHUNK_BYTES];
          for (int i = 0; file.getKey().equals("zeros") && i < BOMB_BYTES; i += CHUNK_BYTES) {
            zip.write(zeros);
          }
          zip.closeEntry();
        }
      }
    });
  }

  private static byte[] tar(String[] names) {
    return written(out -> {
      for (String name : names) {
        out.write(header(name, 1));
        byte[] block = new byte[BLOCK];
        block[0] = 'x';
        out.write(block);
      }
      out.write(new byte[2 * BLOCK]);
    });
  }

  private static byte[] header(String name, long size) {
    byte[] block = new byte[BLOCK];
    put(block, 0, name);
    put(block, 100, "0000644");
    put(block, 124, String.format(Locale.ROOT, "%011o", size));
    put(block, 136, "00000000000");
    Arrays.fill(block, 148, 156, (byte) ' ');
    block[156] = '0';
    put(block, 257, "ustar");
    put(block, 263, "00");
    long sum = 0;
    for (byte b : block) {
      sum += b & 0xff;
    }
    put(block, 148, String.format(Locale.ROOT, "%06o", sum));
    block[154] = 0;
    return block;
  }

  private static void put(byte[] block, int at, String text) {
    byte[] bytes = text(text);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }

  private interface Writing {
    void to(OutputStream out) throws IOException;
  }

  private static byte[] written(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writing.to(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
    return bytes.toByteArray();
  }
}
