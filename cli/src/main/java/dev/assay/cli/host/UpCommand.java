package dev.assay.cli.host;

import dev.assay.broker.EmbeddedBroker;
import dev.assay.cli.Choice;
import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.demo.Demo;
import dev.assay.gate.AssayHome;
import dev.assay.schemas.json.Json;
import dev.assay.service.RedactionKey;
import dev.assay.service.Shutdown;
import dev.assay.service.Trees;
import dev.assay.worker.WorkerProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Hosts broker, services and stores in this process, on one HTTP port, and the worker, which reads
 * strangers' bytes, in a process of its own.
 */
@Command(
    name = "up",
    description = {
      "Host the whole system: an embedded Kafka broker, ingest, director and attestation store in",
      "this process, on one HTTP port, and the worker in a process of its own. Data is kept in the",
      "data directory."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer =
        "130 or 143 stopped by a signal; with --exit 0 the demo went as it should, 1 it did not;"
            + " 3 error")
public final class UpCommand implements Callable<Integer> {

  /** The heap of the worker's process unless told otherwise. */
  private static final String WORKER_HEAP = "400m";

  /**
   * Where sqlite-jdbc, snappy-java, zstd-jni and Amazon's Corretto Crypto Provider unpack their
   * native parts.
   */
  private static final List<String> NATIVE_DIRECTORIES =
      List.of(
          "org.sqlite.tmpdir",
          "org.xerial.snappy.tempdir",
          "ZstdTempFolder",
          "com.amazon.corretto.crypto.provider.tmpdir");

  /** What is told with the running system before it stops. */
  @FunctionalInterface
  interface Story {

    /** Tells it and answers an exit code. */
    int tell(String url, Path tokenFile, PrintWriter out, PrintWriter err)
        throws IOException, InterruptedException;
  }

  private final @Nullable Story story;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--demo",
      description = "send a small fleet's real work through and show the decisions")
  private boolean demo;

  @Option(names = "--exit", description = "stop after the demo")
  private boolean exit;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "HTTP port (default: 7070; 0: a free one)")
  private @Nullable Integer port;

  @Option(
      names = "--kafka-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "port of the embedded broker (default: a free one)")
  private int kafkaPort;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "where everything is kept (default: $ASSAY_DATA_DIR or ~/.assay)")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "YAML configuration (default: assay.yaml in the data directory, when there is one)")
  private @Nullable Path configFile;

  @Option(
      names = "--auth",
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description = "token or none (default: token)")
  private @Nullable String auth;

  /** A system that runs until it is stopped. */
  public UpCommand() {
    this.story = null;
  }

  /** A system that runs while {@code story} is told. */
  UpCommand(Story story) {
    this.story = story;
  }

  @Override
  public Integer call() throws Exception {
    long began = System.nanoTime();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    StartLines lines = new StartLines(err);
    Path home =
        (dataDirectory == null ? DataDirectory.standard() : dataDirectory)
            .toAbsolutePath()
            .normalize();
    makeDirectory(home);
    SystemConfig read = demo ? Demo.configured(config(home)) : config(home);
    try (Shutdown shutdown = Shutdown.install();
        FileChannel _ = lock(home)) {
      lines.stage("broker");
      EmbeddedBroker.whenItCannotGoOn(() -> broken(err, home));
      LocalTokens.prepare(home, read.http()).forEach(err::println);
      keepNativeLibrariesIn(DataDirectory.temporary(home, "native"));
      try (WorkerProcess worker = worker(home);
          EmbeddedCluster broker = EmbeddedCluster.start(home, read.kafka(), kafkaPort);
          Host host = host(read, home, broker, worker, lines)) {
        tellAddresses(home, broker, host);
        if (story != null) {
          int code = story.tell(host.url(), host.tokenFile(), out, err);
          shutdown.uninterruptible();
          return code;
        }
        announce(out, home, host, broker, began);
        if (demo) {
          int code = Demo.run(host.url(), host.tokenFile(), out, err);
          next(out, home);
          if (exit) {
            shutdown.uninterruptible();
            return code;
          }
        }
        shutdown.await();
        return ExitCode.OK;
      }
    }
  }

  /** Tells how to look at what the demo left. */
  private void next(PrintWriter out, Path home) {
    String assay = (dataDirectory == null ? "" : "ASSAY_DATA_DIR=" + home + " ") + "assay ";
    out.println();
    out.println(
        "next: "
            + (exit ? assay + "up, and beside it " : "")
            + assay
            + "attestations list, then "
            + assay
            + "attestations verify ID");
    out.flush();
  }

  /** Tells the commands of this directory where the system is; {@code url} comes last. */
  private static void tellAddresses(Path home, EmbeddedCluster broker, Host host)
      throws IOException {
    Files.writeString(DataDirectory.bootstrap(home), broker.bootstrap() + "\n");
    Files.writeString(home.resolve(AssayHome.URL_FILE), host.url() + "\n");
  }

  /**
   * Has libraries unpack their native parts in {@code directory}, which no other process uses and
   * which is emptied. Each would do so in the system's temporary directory, anew at every start,
   * and a process that is killed leaves what it unpacked.
   */
  private static void keepNativeLibrariesIn(Path directory) throws IOException {
    Trees.empty(directory);
    NATIVE_DIRECTORIES.forEach(name -> System.setProperty(name, directory.toString()));
  }

  private void announce(PrintWriter out, Path home, Host host, EmbeddedCluster broker, long began)
      throws IOException {
    out.printf("assay is up after %.1f s%n", (System.nanoTime() - began) / 1e9);
    out.println("  http     " + host.url());
    out.println("  kafka    " + broker.bootstrap());
    out.println("  data     " + home);
    if (Files.exists(host.tokenFile())) {
      out.println(
          "  operator " + host.tokenFile() + " (yours: everything, answers to questions too)");
      out.println(
          "  agent    "
              + DataDirectory.token(home, LocalTokens.AGENT)
              + " (for agents of the fleet default: send work, read what becomes of it)");
      out.println(
          "  console  " + host.url() + "/#token=" + Files.readString(host.tokenFile()).strip());
    }
    out.flush();
  }

  /** The worker's process, which loads its classes while the broker starts. */
  private static WorkerProcess worker(Path home) throws IOException {
    return WorkerProcess.spawn(
        home,
        DataDirectory.temporary(home, "worker"),
        System.getProperty("assay.worker.heap", WORKER_HEAP),
        System.getProperty("assay.worker.options", ""));
  }

  private static Host host(
      SystemConfig read, Path home, EmbeddedCluster broker, WorkerProcess worker, StartLines lines)
      throws Exception {
    SystemConfig config = read.withKafka(read.kafka().embeddedAt(broker.bootstrap()));
    String redaction = config.keys().redaction();
    if (redaction != null) {
      RedactionKey.create(home.resolve(redaction));
    }
    lines.configuration(config);
    return Host.start(config, home, broker, worker, System.getenv(), lines::stage);
  }

  private SystemConfig config(Path home) {
    Map<String, Object> http = new LinkedHashMap<>();
    if (port != null) {
      http.put("port", port);
    }
    if (auth != null) {
      http.put("auth", auth);
    }
    String overrides = Json.toTree(Map.of("http", http)).toString();
    return DataDirectory.config(home, configFile, overrides, System.getenv());
  }

  /** The broker's threads cannot go on, so neither can this process. */
  private static void broken(PrintWriter err, Path home) {
    err.println(
        "error: expected to write the broker's data in "
            + DataDirectory.broker(home)
            + ", found that it cannot be; make room or repair the disk, then start again"
            + " [DATA_DIRECTORY_FAILED]");
    err.flush();
    Runtime.getRuntime().halt(ExitCode.OPERATIONAL);
  }

  private static void makeDirectory(Path home) throws IOException {
    try {
      Files.createDirectories(home);
    } catch (FileSystemException e) {
      throw unusable(home, e);
    }
  }

  private static CommandException unusable(Path home, FileSystemException e) {
    return new CommandException(
        "DATA_DIRECTORY_UNUSABLE",
        "expected a directory that can be written at "
            + home
            + ", found "
            + (e.getReason() == null ? e.getClass().getSimpleName() : e.getReason())
            + "; choose another with --data-dir");
  }

  private static FileChannel lock(Path home) throws IOException {
    try {
      return DataDirectory.lock(home)
          .orElseThrow(() ->
              new CommandException(
                  "DATA_DIRECTORY_IN_USE",
                  "expected a data directory that no other process uses, found "
                      + home
                      + " locked; stop the other process or choose another with --data-dir"));
    } catch (FileSystemException e) {
      throw unusable(home, e);
    }
  }

  /** What shells complete. */
  private static final class Kinds extends Choice {
    @Override
    protected List<String> values() {
      return List.of("token", "none");
    }
  }
}
