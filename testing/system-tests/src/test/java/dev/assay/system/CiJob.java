package dev.assay.system;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A job of GitHub Actions: a repository, the variables of its runner, and the issuer's answer. */
final class CiJob implements AutoCloseable {

  private static final String SECRET = "runner-secret";

  private final Path repository;
  private final String name;
  private final HttpServer issuer;

  /**
   * A job.
   *
   * @param repository its files, made when they are not there
   * @param name of the repository, {@code owner/name}
   * @param token that the issuer gives this job, and nobody who does not know the job's secret
   */
  CiJob(Path repository, String name, String token) throws IOException {
    this.repository = Files.createDirectories(repository);
    this.name = name;
    this.issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    issuer.createContext(
        "/token",
        exchange -> {
          boolean known =
              ("Bearer " + SECRET).equals(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] answer = ("{\"value\":\"" + token + "\"}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(known ? 200 : 401, known ? answer.length : -1);
          if (known) {
            exchange.getResponseBody().write(answer);
          }
          exchange.close();
        });
    issuer.start();
  }

  /** A file of the repository. */
  CiJob with(String file, String content) throws IOException {
    Path path = repository.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
    return this;
  }

  /** Runs {@code assay ci} there. */
  UpSystem.Command run(UpSystem system, String... more) throws IOException, InterruptedException {
    List<String> command = Child.line("ci", "--url", system.api().url());
    command.addAll(List.of(more));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(repository.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(each -> each.startsWith("ASSAY_"));
    builder.environment().putAll(Child.environment());
    builder
        .environment()
        .putAll(
            Map.of(
                "CI", "true",
                "GITHUB_ACTIONS", "true",
                "GITHUB_EVENT_NAME", "push",
                "GITHUB_REPOSITORY", name,
                "GITHUB_REF_NAME", "main",
                "GITHUB_SHA", "8f".repeat(20),
                "GITHUB_RUN_ID", "9261728282",
                "GITHUB_RUN_ATTEMPT", "1",
                "GITHUB_JOB", "verify",
                "ACTIONS_ID_TOKEN_REQUEST_TOKEN", SECRET));
    builder
        .environment()
        .put(
            "ACTIONS_ID_TOKEN_REQUEST_URL",
            "http://127.0.0.1:" + issuer.getAddress().getPort() + "/token?api-version=2.0");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new UpSystem.Command(process.waitFor(), printed);
  }

  @Override
  public void close() {
    issuer.stop(0);
  }
}
