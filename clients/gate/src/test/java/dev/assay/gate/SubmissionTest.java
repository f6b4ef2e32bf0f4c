package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.client.AssayClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a server that does not answer. */
class SubmissionTest {

  @Test
  void whatNobodyTookIsNotSaidToBeDecidedLater(@TempDir Path directory) throws IOException {
    RepositoryFile rules =
        RepositoryFile.parse("requires: [testreport]\nwaitSeconds: 1\n", Map.of(), "shop/cart");
    Repository repository = new Repository(directory, "main", null, null);
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort());
      try (AssayClient client = AssayClient.brief(url, "token")) {
        Submission submission =
            new Submission(client, url, rules, repository, Duration.ofMillis(1));

        assertThatThrownBy(() ->
                submission.explained(
                    Evidence.gather(repository, rules, null, null),
                    new Submission.Sender("test", "agent", List.of(), null, false, null),
                    1))
            .isInstanceOfSatisfying(
                GateException.class, e -> assertThat(e.code()).isEqualTo("UNREACHABLE"))
            .hasMessageContaining("expected an answer of " + url + " within 1 s, found none")
            .hasMessageNotContaining("later");
      }
    }
  }
}
