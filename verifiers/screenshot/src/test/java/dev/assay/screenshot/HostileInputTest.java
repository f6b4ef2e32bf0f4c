package dev.assay.screenshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import dev.assay.verifier.TamperedArtifactException;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HostileInputTest {

  private static final byte[] PAGE = Images.png(Images.page());
  private static final int PNG_HEADER_END = 33;
  private static final byte[] JPEG = Images.jpeg(Images.page());

  @Test
  void aHeaderThatPromisesTooManyPixelsIsNeverDecoded() {
    for (int[] size :
        new int[][] {{100_000, 100_000}, {32_768, 1}, {5_000, 5_000}, {-1, 7}, {0, 7}}) {
      Finding finding = Runs.of(PAGE, resized(size[0], size[1])).judge();

      assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    }
  }

  @Test
  void aHeaderThatPromisesMoreThanThereIsIsUndecodable() {
    Runs run = Runs.of(PAGE, resized(4_000, 4_000));

    assertThat(run.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(run.details()).contains("undecodable");
  }

  @Test
  void cutImagesAreNeverHalfCompared() {
    for (byte[] image : new byte[][] {PAGE, JPEG}) {
      for (int length = 0; length < image.length; length += Math.max(1, image.length / 60)) {
        byte[] cut = Arrays.copyOf(image, length);

        assertThat(Runs.of(image, cut).judge().result()).isEqualTo(Result.INCONCLUSIVE);
      }
    }
  }

  @Test
  void aHoleInTheDataIsNotFilledIn() {
    byte[] end = Arrays.copyOfRange(JPEG, JPEG.length - 2, JPEG.length);
    byte[] cut = Arrays.copyOf(JPEG, JPEG.length / 2 + 2);
    System.arraycopy(end, 0, cut, cut.length - 2, 2);

    assertThat(Runs.of(JPEG, cut).judge().result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void otherFormatsAndNothingAtAllAreInconclusive() {
    for (byte[] bytes :
        new byte[][] {
          new byte[0],
          "GIF89a".getBytes(StandardCharsets.US_ASCII),
          "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.US_ASCII),
          {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xd9},
          new byte[100_000]
        }) {
      assertThat(Runs.of(PAGE, bytes).judge().result()).isEqualTo(Result.INCONCLUSIVE);
    }
  }

  /** What a browser shows of it is its frames, which may all be others than the image. */
  @Test
  void anAnimatedImageIsNotComparedByItsFirstPicture() {
    Runs run = Runs.of(PAGE, withChunk("acTL", new byte[] {0, 0, 0, 1, 0, 0, 0, 0}));

    assertThat(run.judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(run.details()).contains("undecodable");
    assertThat(Runs.of(PAGE, withChunk("tEXt", new byte[] {'a', 0, 'b'})).judge().result())
        .isEqualTo(Result.PASS);
  }

  @Test
  void seededMutationsNeverThrow() {
    Random random = new Random(20_261_122);
    for (int round = 0; round < 400; round++) {
      byte[] image = (round % 2 == 0 ? PAGE : JPEG).clone();
      for (int i = 0; i <= random.nextInt(6); i++) {
        image[random.nextInt(image.length)] = (byte) random.nextInt(256);
      }

      assertThat(Runs.of(PAGE, image).judge().details()).isNotNull();
    }
  }

  @Test
  void manyRegionsStayBounded() {
    BufferedImage dots = new BufferedImage(1_000, 1_000, BufferedImage.TYPE_INT_RGB);
    byte[] black = Images.png(dots);
    for (int y = 0; y < 1_000; y += 50) {
      for (int x = 0; x < 1_000; x += 50) {
        dots.setRGB(x, y, 0xffffff);
      }
    }

    Runs run = Runs.of(black, Images.png(dots));

    assertThat(run.details()).contains("\"regionsOmitted\":300").hasSizeLessThan(20_000);
    assertThat(run.judge().pointers()).hasSize(50);
  }

  @Test
  void aTamperedImageIsReportedAsSuch() {
    Runs run = Runs.of(PAGE, PAGE);
    run.scope.add(Digests.sha256Hex(PAGE), JPEG);

    assertThatThrownBy(() -> new ScreenshotVerifier().verify(run.request(), run.scope))
        .isInstanceOf(TamperedArtifactException.class);
  }

  @Test
  void aRunWithoutBudgetIsInterrupted() {
    Runs run = Runs.of(PAGE, PAGE).with(ArtifactRole.TEST_LOG, new byte[1]);
    run.scope.nanosLeft = -1;

    assertThatThrownBy(() -> new ScreenshotVerifier().verify(run.request(), run.scope))
        .isInstanceOf(InterruptedException.class);
  }

  /** The page with one more chunk behind its header. */
  private static byte[] withChunk(String type, byte[] data) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(data);
    return ByteBuffer.allocate(PAGE.length + data.length + 12)
        .put(PAGE, 0, PNG_HEADER_END)
        .putInt(data.length)
        .put(name)
        .put(data)
        .putInt((int) crc.getValue())
        .put(PAGE, PNG_HEADER_END, PAGE.length - PNG_HEADER_END)
        .array();
  }

  /** The page with other sizes in its header and a right checksum. */
  private static byte[] resized(int width, int height) {
    byte[] image = PAGE.clone();
    ByteBuffer buffer = ByteBuffer.wrap(image).putInt(16, width).putInt(20, height);
    CRC32 crc = new CRC32();
    crc.update(image, 12, 17);
    buffer.putInt(29, (int) crc.getValue());
    return image;
  }
}
