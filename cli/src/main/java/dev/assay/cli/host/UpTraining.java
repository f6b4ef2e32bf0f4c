package dev.assay.cli.host;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.ExitCode;
import dev.assay.cli.client.ApiClient;
import dev.assay.cli.demo.Demo;
import dev.assay.schemas.cloudevents.CloudEvents;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine;

/**
 * Runs the whole system with the demo and with many small submissions, so that the ahead-of-time
 * cache of the JDK learns what it loads and which of its code is hot: a later start compiles that
 * code at once instead of counting calls first. Used by the build only.
 */
public final class UpTraining {

  private static final int CALLERS = 16;
  private static final int EVENTS_OF_CALLER = 50;
  private static final int WAIT_SECONDS_MAX = 60;

  private final ApiClient api;
  private final Path directory;

  private UpTraining(ApiClient api, Path directory) {
    this.api = api;
    this.directory = directory;
  }

  /**
   * {@code <data directory>}, with room beside it for reports; ends with 0 when everything was
   * decided as it should be.
   */
  public static void main(String[] args) {
    CommandLine up =
        new CommandLine(
            new UpCommand((url, token, out, err) ->
                tell(url, token, Path.of(args[0]).resolveSibling("reports"), out, err)));
    System.exit(up.execute("--demo", "--port", "0", "--data-dir", args[0]));
  }

  private static int tell(
      String url, Path tokenFile, Path reports, PrintWriter out, PrintWriter err)
      throws IOException, InterruptedException {
    int demo = Demo.run(url, tokenFile, out, err);
    if (demo != ExitCode.OK) {
      return demo;
    }
    try (ApiClient api = new ApiClient(url, Files.readString(tokenFile).strip())) {
      return new UpTraining(api, Files.createDirectories(reports)).send(err);
    }
  }

  private int send(PrintWriter err) throws IOException, InterruptedException {
    List<Future<Integer>> callers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int caller = 0; caller < CALLERS; caller++) {
        int first = caller * EVENTS_OF_CALLER;
        callers.add(threads.submit(() -> call(first)));
      }
    }
    int promoted = 0;
    for (Future<Integer> caller : callers) {
      try {
        promoted += caller.get();
      } catch (ExecutionException e) {
        throw new IOException("expected the submissions of the training to be answered", e);
      }
    }
    err.println(promoted + " of " + CALLERS * EVENTS_OF_CALLER + " submissions were promoted");
    return promoted == CALLERS * EVENTS_OF_CALLER ? ExitCode.OK : ExitCode.NEGATIVE;
  }

  private int call(int first) throws IOException, InterruptedException {
    int promoted = 0;
    for (int number = first; number < first + EVENTS_OF_CALLER; number++) {
      String kind =
          api.postExecution(event(number), WAIT_SECONDS_MAX)
              .body()
              .path("decision")
              .path("kind")
              .asText();
      promoted += kind.equals("PROMOTE") ? 1 : 0;
    }
    return promoted;
  }

  private ObjectNode event(int number) throws IOException, InterruptedException {
    Path report = directory.resolve("report-" + number + ".xml");
    Files.writeString(
        report,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="shop.CartTest%d" tests="2" failures="0" errors="0" skipped="0" time="0.02">
          <testcase classname="shop.CartTest%d" name="couponsLowerTheTotal" time="0.01"/>
          <testcase classname="shop.CartTest%d" name="anEmptyCartCostsNothing" time="0.01"/>
        </testsuite>
        """
            .formatted(number, number, number));
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("workItem", "training/item-" + number).put("run", "run-" + number).put("attempt", 1);
    data.putObject("agent").put("fleet", "training").put("id", "builder-" + number % 7);
    data.putObject("target").put("repository", "https://git.shop.example/checkout");
    data.putArray("claims").add("Coupons lower the total; all cart tests pass.");
    ObjectNode artifact = data.putArray("artifacts").addObject().put("role", "test-report");
    var stored = api.putArtifact(report, "application/xml");
    List.of("sha256", "size", "mediaType").forEach(name -> artifact.set(name, stored.get(name)));
    return CloudEvents.document("assay:training", "training-" + number, data);
  }
}
