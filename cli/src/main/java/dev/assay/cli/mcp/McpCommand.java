package dev.assay.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.ClientOptions;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves the Model Context Protocol on standard input and output. */
@Command(
    name = "mcp",
    description = {
      "Serve the Model Context Protocol on standard input and output, so that an agent can submit",
      "what it claims, wait for the verdict and read why. One JSON-RPC message a line. Nothing it",
      "offers approves or promotes. Without --as and --token-file it acts as the agent."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 the input ended, 3 operational error")
public final class McpCommand implements Callable<Integer> {

  /** Whose agent a caller is who does not say. */
  static final String FLEET_DEFAULT = "default";

  /** Calls of tools that are answered at once. */
  private static final int AT_ONCE_MAX = 16;

  /** Messages that are read and not yet answered; the next ones wait in the stream. */
  private static final int READ_MAX = 64;

  private static final int INTERNAL_ERROR = -32603;

  private static final String CANCELLED = "notifications/cancelled";
  private static final String PROGRESS = "notifications/progress";

  @Mixin private ClientOptions client = new ClientOptions();

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "files below it may be attached by path (default: the working directory)")
  private Path root = Path.of("");

  @Option(
      names = "--fleet",
      paramLabel = "ID",
      description = "the agent's fleet unless a claim names another (default: default)")
  private String fleet = FLEET_DEFAULT;

  private final McpServer server = new McpServer(new McpTools());
  private final Semaphore places = new Semaphore(AT_ONCE_MAX);
  private final Semaphore unread = new Semaphore(READ_MAX);
  private final Map<JsonNode, Thread> running = new ConcurrentHashMap<>();

  /** What the client asked for when it initialized, which says whether it may send batches. */
  private String revision = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!Files.isDirectory(root)) {
      throw new CommandException("USAGE", "expected --root to be a directory, found " + root);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (ApiClient api = client.open("agent")) {
      serve(
          System.in,
          out,
          new McpTools.Caller(
              api, fleet, new SubmittedFiles(root.toAbsolutePath()), Progress.NONE, () -> false));
    }
    return ExitCode.OK;
  }

  /** Answers each line of {@code in} until it ends, in any order, and then waits for all. */
  void serve(InputStream in, PrintStream out, McpTools.Caller caller)
      throws IOException, InterruptedException {
    InputStream lines = new BufferedInputStream(in);
    for (byte[] line = line(lines); line != null; line = line(lines)) {
      if (!blank(line)) {
        take(line, out, caller);
      }
    }
    unread.acquire(READ_MAX);
  }

  private void take(byte[] line, PrintStream out, McpTools.Caller caller)
      throws InterruptedException {
    JsonNode message =
        Json.tree(line) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
            ? tree
            : JsonNodeFactory.instance.missingNode();
    String method = message.path("method").asText();
    JsonNode id = message.get("id");
    if (id == null && method.equals(CANCELLED)) {
      Thread cancelled = running.get(message.path("params").path("requestId"));
      if (cancelled != null) {
        cancelled.interrupt();
      }
      return;
    }
    if (method.equals("initialize")) {
      revision = message.path("params").path("protocolVersion").asText();
    }
    String spoken = revision;
    McpTools.Caller told = caller.with(progress(message, out));
    boolean brief = !message.isArray() && !method.equals("tools/call");
    unread.acquire();
    Thread thread =
        Thread.ofVirtual()
            .unstarted(() -> {
              try {
                answer(line, id, spoken, brief, out, told);
              } finally {
                unread.release();
              }
            });
    if (id != null) {
      running.put(id, thread);
    }
    thread.start();
  }

  /** Answers a message; one that is not {@code brief} waits for a place first. */
  private void answer(
      byte[] line,
      @Nullable JsonNode id,
      String spoken,
      boolean brief,
      PrintStream out,
      McpTools.Caller caller) {
    try {
      if (!brief) {
        places.acquire();
      }
      try {
        McpServer.Reply reply = McpBatch.answer(server, line, spoken, caller);
        if (reply.message() != null) {
          say(reply.message(), out);
        }
      } finally {
        if (!brief) {
          places.release();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // cancelled: nobody waits for the answer
    } catch (RuntimeException e) {
      // A caller that is told nothing waits for ever.
      say(
          McpServer.error(
              id, INTERNAL_ERROR, "expected an answer, found " + e.getClass().getSimpleName()),
          out);
    } finally {
      if (id != null) {
        running.remove(id, Thread.currentThread());
      }
    }
  }

  /** Where a call that has a progress token is told how far it has come. */
  private static Progress progress(JsonNode message, PrintStream out) {
    JsonNode token = message.path("params").path("_meta").path("progressToken");
    if (!token.isTextual() && !token.isIntegralNumber()) {
      return Progress.NONE;
    }
    return (done, total, text) -> {
      ObjectNode notice = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
      notice.put("method", PROGRESS);
      ObjectNode params = notice.putObject("params");
      params.set("progressToken", token);
      params.put("progress", done).put("total", total).put("message", text);
      say(notice, out);
    };
  }

  private static void say(JsonNode message, PrintStream out) {
    String text = new String(Json.write(message), StandardCharsets.UTF_8);
    synchronized (out) {
      out.println(text);
    }
  }

  /** The bytes until the next line feed; of a line that is too long, enough to be refused. */
  private static byte @Nullable [] line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      if (line.size() <= McpServer.MESSAGE_BYTES_MAX) {
        line.write(next);
      }
    }
    return line.toByteArray();
  }

  private static boolean blank(byte[] line) {
    return new String(line, StandardCharsets.ISO_8859_1).isBlank();
  }
}
