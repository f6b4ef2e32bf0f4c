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
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + silent.getLocalPort();

      assertThatThrownBy(() -> submitted(url, directory))
          .isInstanceOfSatisfying(
              GateException.class, e -> assertThat(e.code()).isEqualTo("UNREACHABLE"))
          .hasMessageContaining("expected an answer of " + url + " within 1 s, found none")
          .hasMessageNotContaining("later");
    }
  }

  /** The store may be away, or behind. */
  @Test
  void whatIsDecidedAndNotShownYetIsShownLater(@TempDir Path directory) throws IOException {
    try (StandIn server = new StandIn()) {
      server.showsNothing();

      assertThatThrownBy(() -> submitted(server.url(), directory))
          .isInstanceOfSatisfying(
              GateException.class, e -> assertThat(e.code()).isEqualTo("NOT_DECIDED"))
          .hasMessageContaining("expected the decision on shop/cart to be shown within 1 s")
          .hasMessageContaining("it comes later: assay explain shop/cart");
    }
  }

  private static void submitted(String url, Path directory)
      throws IOException, InterruptedException {
    RepositoryFile rules =
        RepositoryFile.parse(
            "workItem: shop/cart\nrequires: [testreport]\nwaitSeconds: 1\n", Map.of());
    Repository repository = new Repository(directory, "main", null, null);
    try (AssayClient client = AssayClient.brief(URI.create(url), "token")) {
      var _ =
          new Submission(client, URI.create(url), rules, repository, Duration.ofMillis(1))
              .explained(
                  Evidence.gather(repository, rules, null, null),
                  new Submission.Sender("test", "agent", List.of(), null, false, null),
                  1);
    }
  }
}
