package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipInputTest {

  private static final byte[] EMPTY = gzip(new byte[0]);
  private static final int HEADER_BYTES = 10;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 512, 65_536})
  void whatWasZippedComesOutWhateverIsHeldAtOnce(int bufferBytes) throws IOException {
    byte[] noise = new byte[100_000];
    new Random(1).nextBytes(noise);

    assertThat(read(gzip(noise), bufferBytes)).isEqualTo(noise);
    assertThat(read(EMPTY, bufferBytes)).isEmpty();
    assertThat(read(joined(gzip(bytes("one ")), EMPTY, gzip(bytes("two"))), bufferBytes))
        .isEqualTo(bytes("one two"));
  }

  @Test
  void emptyMembersTakeNoStackAndAreCounted() throws IOException {
    byte[] last = gzip(bytes("x"));

    assertThat(read(joined(repeated(EMPTY, GzipInput.EMPTY_MEMBERS_MAX), last), 512))
        .isEqualTo(bytes("x"));
    assertThatThrownBy(() -> read(joined(repeated(EMPTY, 1_000_000), last), 512))
        .isInstanceOf(ZipException.class)
        .hasMessageContaining("empty members");
  }

  @Test
  void aHeaderMayHaveANameACommentAnExtraFieldAndASum() throws IOException {
    byte[] plain = gzip(bytes("content"));
    byte[] rest = Arrays.copyOfRange(plain, HEADER_BYTES, plain.length);
    byte[] header = Arrays.copyOf(plain, HEADER_BYTES);
    header[3] = 2 | 4 | 8 | 16;

    assertThat(read(joined(header, bytes("\2\0eename\0comment\0ss"), rest), 512))
        .isEqualTo(bytes("content"));
    header[3] = 8;
    byte[] name = new byte[GzipInput.HEADER_BYTES_MAX];
    Arrays.fill(name, (byte) 'n');
    assertThatThrownBy(() -> read(joined(header, name, rest), 512))
        .isInstanceOf(ZipException.class);
    header[3] = 32;
    assertThatThrownBy(() -> read(joined(header, rest), 512)).isInstanceOf(ZipException.class);
  }

  @Test
  void aMemberIsWholeAndAsItsTrailerSays() {
    byte[] good = gzip(bytes("content"));
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThatThrownBy(() -> read(cut, 512)).isInstanceOf(EOFException.class);
    }
    for (int damaged = good.length - 8; damaged < good.length; damaged++) {
      byte[] other = good.clone();
      other[damaged]++;
      assertThatThrownBy(() -> read(other, 512)).isInstanceOf(ZipException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "\0\0\0", "\037\213\7", "PK\3\4"})
  void nothingStandsBehindTheLastMember(String behind) {
    assertThatThrownBy(() -> read(joined(gzip(bytes("content")), bytes(behind)), 512))
        .isInstanceOf(IOException.class);
  }

  private static byte[] read(byte[] zipped, int bufferBytes) throws IOException {
    try (GzipInput in = new GzipInput(new ByteArrayInputStream(zipped), bufferBytes)) {
      return in.readAllBytes();
    }
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  private static byte[] repeated(byte[] unit, int times) {
    byte[][] all = new byte[times][];
    Arrays.fill(all, unit);
    return joined(all);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
