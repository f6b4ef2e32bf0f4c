package dev.assay.quick.sql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that speak PostgreSQL's protocol (version 3.0) and never come to an end. */
class BadServerTest {

  private static final Duration TIME = Duration.ofSeconds(2);

  /** What follows the first statement, for ever. */
  enum Answer {
    NOTICES('N', "SNOTICE\0C00000\0Mslow\0\0", 100),
    ROWS('D', "\0\1\0\0\0\1x", 100),
    ROWS_AT_ONCE('D', "\0\1\0\0\20\0" + "x".repeat(4096), 0);

    private final char type;
    private final String content;
    private final long pauseMillis;

    Answer(char type, String content, long pauseMillis) {
      this.type = type;
      this.content = content;
      this.pauseMillis = pauseMillis;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatGoesOnSendingLosesItsConnection(Answer answer) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var _ = Thread.startVirtualThread(() -> serve(server, answer, end));
      String url = "postgresql://u@127.0.0.1:" + server.getLocalPort() + "/d";

      assertTimeoutPreemptively(
          TIME.multipliedBy(5),
          () ->
              assertThatThrownBy(() -> PostgresSource.open(url, null, SessionLifetime.LONG, TIME))
                  .isInstanceOf(SourceException.class));
    } finally {
      end.countDown();
    }
  }

  private static void serve(ServerSocket server, Answer answer, CountDownLatch end) {
    try (Socket socket = server.accept();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
      in.skipNBytes(in.readInt() - 4L); // the wish for TLS
      out.writeByte('N');
      in.skipNBytes(in.readInt() - 4L); // the user's name
      message(out, 'R', "\0\0\0\0");
      for (String set :
          List.of(
              "server_version\00015.0",
              "client_encoding\0UTF8",
              "DateStyle\0ISO, MDY",
              "standard_conforming_strings\0on",
              "integer_datetimes\0on",
              "TimeZone\0UTC")) {
        message(out, 'S', set + '\0');
      }
      message(out, 'Z', "I");
      in.readByte();
      message(out, '1', "");
      message(out, '2', "");
      message(out, 'T', "\0\1c\0\0\0\0\0\0\0\0\0\0\31\377\377\377\377\377\377\0\0");
      do {
        message(out, answer.type, answer.content);
      } while (!end.await(answer.pauseMillis, TimeUnit.MILLISECONDS));
    } catch (IOException _) {
      // the client went away
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void message(DataOutputStream out, char type, String latin) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(latin.getBytes(StandardCharsets.ISO_8859_1));
    out.writeByte(type);
    out.writeInt(bytes.size() + 4);
    bytes.writeTo(out);
    out.flush();
  }
}
