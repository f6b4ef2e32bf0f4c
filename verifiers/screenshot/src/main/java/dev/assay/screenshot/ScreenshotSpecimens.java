package dev.assay.screenshot;

import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Pages of coloured boxes: the same page encoded otherwise, and pages that changed. */
final class ScreenshotSpecimens implements SpecimenFamily {

  private static final int SIDE_MIN = 48;
  private static final int SIDE_SPREAD = 64;
  private static final int BOXES = 8;
  private static final int BLACK = 0;
  private static final int WHITE = 0xffffff;
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private enum Fault {
    NONE,
    NEW_BOX,
    INVERTED,
    SIZE
  }

  @Override
  public String verifierType() {
    return "screenshot";
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    int width = SIDE_MIN + random.nextInt(SIDE_SPREAD);
    int height = SIDE_MIN + random.nextInt(SIDE_SPREAD);
    int[] page = new int[width * height];
    Arrays.fill(page, WHITE);
    for (int i = 0; i < BOXES; i++) {
      box(page, width, random.nextInt(WHITE + 1), random);
    }
    int[] shown = page.clone();
    int rows = height;
    switch (fault) {
      case NONE -> {
        // The same page.
      }
      case NEW_BOX -> {
        boolean dark = (shown[0] >> 8 & 0xff) < 0x80;
        int side = 10 + random.nextInt(10);
        for (int y = 0; y < side; y++) {
          Arrays.fill(shown, y * width, y * width + side, dark ? WHITE : BLACK);
        }
      }
      case INVERTED -> {
        for (int i = 0; i < shown.length; i++) {
          shown[i] = (shown[i] >> 8 & 0xff) < 0x80 ? WHITE : BLACK;
        }
      }
      case SIZE -> rows = height - 1 - random.nextInt(10);
    }
    return new Specimen(
        verifierType(),
        bad,
        List.of(
            part(ArtifactRole.SCREENSHOT, shown, width, rows, Deflater.BEST_COMPRESSION),
            part(ArtifactRole.SCREENSHOT_BASELINE, page, width, height, Deflater.BEST_SPEED)));
  }

  private static void box(int[] page, int width, int colour, Random random) {
    int height = page.length / width;
    int left = random.nextInt(width);
    int top = random.nextInt(height);
    int right = Math.min(width, left + 4 + random.nextInt(width / 2));
    int bottom = Math.min(height, top + 4 + random.nextInt(height / 2));
    for (int y = top; y < bottom; y++) {
      Arrays.fill(page, y * width + left, y * width + right, colour);
    }
  }

  private static Part part(ArtifactRole role, int[] page, int width, int rows, int level) {
    return Part.bytes(role, "image/png", png(page, width, rows, level));
  }

  private static byte[] png(int[] page, int width, int rows, int level) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(SIGNATURE);
    ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(rows);
    chunk(out, "IHDR", header.put((byte) 8).put((byte) 2).array());
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(level);
    try (DeflaterOutputStream packed = new DeflaterOutputStream(data, deflater)) {
      for (int y = 0; y < rows; y++) {
        packed.write(0);
        for (int x = 0; x < width; x++) {
          int colour = page[y * width + x];
          packed.write(colour >> 16);
          packed.write(colour >> 8);
          packed.write(colour);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    chunk(out, "IDAT", data.toByteArray());
    chunk(out, "IEND", new byte[0]);
    return out.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream out, String type, byte[] body) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(body);
    out.writeBytes(ByteBuffer.allocate(4).putInt(body.length).array());
    out.writeBytes(name);
    out.writeBytes(body);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }
}
