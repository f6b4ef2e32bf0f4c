package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {

  @TempDir private Path directory;

  @Test
  void aPortThatSomebodyTookMeanwhileIsGivenUpForAnother() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int client = free();
      Queue<Integer> ports =
          new ArrayDeque<>(List.of(taken.getLocalPort(), free(), client, free()));

      try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0, ports::remove)) {
        assertThat(broker.bootstrap()).isEqualTo("127.0.0.1:" + client);
      }
    }
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
