package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.system.ReportLies.Handed;
import dev.assay.system.ReportLies.Integration;
import dev.assay.system.ReportLies.Story;
import dev.assay.system.ScoreProject.Language;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Measures how many lies {@code assay up} with its standard policy promotes, and how much honest
 * work it blocks, by kind and by what the policy demands as evidence. Every case is made from a
 * seed: real projects in four languages whose tests really run, and rows in two real databases.
 * Arguments: a directory, the seed, the cases of each kind in each language or database, and how
 * this machine's tools are reached: the Python with pytest, its prefix, the Rust toolchain.
 *
 * <p>It ends with 1 when a lie is promoted on REEXECUTED or OBSERVED evidence, or honest work is
 * not.
 */
public final class HonestyBench {

  /** What the policy demands at each risk, and what the agent hands in for it. */
  private enum Demand {
    CLAIMED("low"),
    WITNESSED("medium"),
    OBSERVED("medium"),
    REEXECUTED("high");

    private final String risk;

    Demand(String risk) {
      this.risk = risk;
    }

    private boolean sound() {
      return this == OBSERVED || this == REEXECUTED;
    }
  }

  /**
   * A case that was decided.
   *
   * @param reasons of the last decision
   */
  private record Verdict(
      String kind,
      boolean honest,
      Demand demand,
      String workItem,
      boolean promoted,
      String reasons) {

    boolean wrong() {
      return promoted != honest;
    }
  }

  private static final List<Integer> NUMBERS = List.of(3, 7, 12, 40, 41);
  private static final int RUNNING = 4;
  private static final double ERROR = 0.05;
  private static final int IDS_OF_CASE = 10;

  private final long seed;
  private final int cases;
  private final ScoreProject.Tools tools;
  private final UpSystem system;
  private final Api agent;
  private final AtomicInteger number = new AtomicInteger();
  private final ConcurrentLinkedQueue<Verdict> verdicts = new ConcurrentLinkedQueue<>();

  private HonestyBench(long seed, int cases, ScoreProject.Tools tools, UpSystem system)
      throws IOException {
    this.seed = seed;
    this.cases = cases;
    this.tools = tools;
    this.system = system;
    this.agent =
        new Api(
            system.api().url(),
            Files.readString(system.directory().resolve("tokens/agent")).strip());
  }

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) throws Exception {
    Path home = Files.createTempDirectory(Path.of(args[0]), "honesty");
    long seed = Long.parseLong(args[1]);
    int cases = Integer.parseInt(args[2]);
    ScoreProject.Tools tools =
        new ScoreProject.Tools(
            Path.of(args[3]),
            Path.of(args[4]),
            Path.of(args[5]),
            Path.of(System.getProperty("java.home")));
    Path data = Files.createDirectories(home.resolve("data"));
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
        UpSystem system = new UpSystem(data)) {
      Map<String, String> urls =
          Map.of(
              "sqlite",
              "jdbc:sqlite:" + home.resolve("shop.sqlite"),
              "postgresql",
              postgres.getJdbcUrl("postgres", "postgres"));
      List<Trace> traces = traces(seed, cases, urls);
      configure(data, home, tools, postgres.getPort());
      var _ = system.start();
      HonestyBench bench = new HonestyBench(seed, cases, tools, system);
      bench.run(traces);
      boolean sound = bench.print(System.out);
      system.stop();
      if (!sound) {
        System.exit(1);
      }
    }
  }

  /** A case over a database, whose rows are there before anybody looks. */
  private record Trace(String database, DatabaseLies.Kind kind, int n, List<String> lines) {}

  private static List<Trace> traces(long seed, int cases, Map<String, String> urls)
      throws SQLException {
    List<Trace> traces = new ArrayList<>();
    for (Map.Entry<String, String> database : new TreeMap<>(urls).entrySet()) {
      try (Connection connection = DriverManager.getConnection(database.getValue());
          Statement statement = connection.createStatement()) {
        for (String table : DatabaseLies.TABLES) {
          statement.executeUpdate(table);
        }
        int first = IDS_OF_CASE;
        for (DatabaseLies.Kind kind : DatabaseLies.Kind.values()) {
          for (int n = 0; n < cases; n++) {
            DatabaseLies.Told told =
                kind.make(
                    new DatabaseLies.Ids(first, random(seed, database.getKey() + kind.name() + n)));
            for (String truth : told.truth()) {
              statement.executeUpdate(truth);
            }
            traces.add(new Trace(database.getKey(), kind, n, told.trace()));
            first += IDS_OF_CASE;
          }
        }
      }
    }
    return traces;
  }

  private static SplittableRandom random(long seed, String of) {
    return new SplittableRandom(
        seed ^ Long.parseUnsignedLong(Digests.sha256Hex(of).substring(0, 16), 16));
  }

  /** The operator's settings: commands with what he trusts, and the databases. */
  private static void configure(Path data, Path home, ScoreProject.Tools tools, int port)
      throws IOException {
    StringBuilder commands = new StringBuilder();
    for (Language language : Language.values()) {
      ScoreProject trusted = ScoreProject.right(language, 3, 11, NUMBERS);
      Path directory = home.resolve("trusted").resolve(language.name());
      Map<String, String> files = new TreeMap<>(trusted.files());
      files.remove(language.source);
      ScoreProject.write(directory, files);
      commands.append(
          """
                - name: %s
                  command: [%s]
                  reports: [report.xml]
                  when: [%s]
                  overlays: [{paths: %s, from: {directory: %s}}]
                  dependencies: [%s]
                  environment: {%s}
          """
              .formatted(
                  language.name().toLowerCase(Locale.ROOT),
                  quoted(language.command(tools).stream()),
                  quoted(Stream.of(language.source)),
                  language.overlays(),
                  directory,
                  quoted(language.dependencies(tools).stream().map(Path::toString)),
                  language.environment(tools).entrySet().stream()
                      .map(entry -> entry.getKey() + ": \"" + entry.getValue() + "\"")
                      .collect(Collectors.joining(", "))));
    }
    Files.writeString(
        data.resolve("assay.yaml"),
        """
        worker:
          groundTruths:
            sqlite: {sqlite: %s}
            postgresql: {postgresUrl: "postgresql://postgres@127.0.0.1:%d/postgres"}
          verifiers:
            reexecution:
              commands:
        """
                .formatted(home.resolve("shop.sqlite"), port)
            + commands);
  }

  private static String quoted(Stream<String> texts) {
    return texts.map(text -> '"' + text + '"').collect(Collectors.joining(", "));
  }

  private void run(List<Trace> traces) throws Exception {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(RUNNING)) {
      for (Trace trace : traces) {
        running.add(pool.submit(() -> observed(trace)));
      }
      for (Language language : Language.values()) {
        for (ReportLies.Kind kind : ReportLies.Kind.values()) {
          for (int n = 0; n < cases; n++) {
            int at = n;
            running.add(pool.submit(() -> tested(language, kind, at)));
          }
        }
      }
      int done = 0;
      for (Future<?> each : running) {
        var _ = each.get();
        done++;
        if (done % 50 == 0) {
          System.err.println(done + " of " + running.size() + " cases decided");
        }
      }
    }
  }

  private @Nullable Void observed(Trace trace) throws Exception {
    byte[] lines = String.join("\n", trace.lines()).getBytes(StandardCharsets.UTF_8);
    ObjectNode data = data(Demand.OBSERVED, null);
    data.put("groundTruth", trace.database());
    Samples.artifact(data, agent, "tool-trace", "application/json", lines);
    decide(trace.kind().told, trace.kind().honest, Demand.OBSERVED, data, Optional.empty());
    return null;
  }

  private @Nullable Void tested(Language language, ReportLies.Kind kind, int n) throws Exception {
    SplittableRandom random = random(seed, language.name() + kind.name() + n);
    int broken = NUMBERS.get(random.nextInt(NUMBERS.size() - 1));
    Story story =
        new Story(
            ScoreProject.right(language, 3, 11, NUMBERS),
            broken,
            files -> ScoreProject.run(language, files, tools),
            random);
    Handed handed = kind.make(story);
    String commit = Digests.sha256Hex(language.name() + kind.name() + n).substring(0, 40);
    for (Demand demand : List.of(Demand.CLAIMED, Demand.WITNESSED, Demand.REEXECUTED)) {
      ObjectNode data = data(demand, commit);
      String report = handed.report();
      if (report == null) {
        Samples.artifact(
            data, agent, "test-log", "text/plain", "all good\n".getBytes(StandardCharsets.UTF_8));
        ((ObjectNode) data.path("artifacts").path(0))
            .putObject("producer")
            .put("command", "run the tests")
            .put("exitCode", 0);
      } else {
        Samples.artifact(
            data, agent, "test-report", "application/xml", report.getBytes(StandardCharsets.UTF_8));
      }
      if (demand == Demand.REEXECUTED) {
        Samples.artifact(
            data,
            agent,
            "workspace",
            "application/gzip",
            ScoreProject.archive(handed.workspace(), handed.links()));
      }
      Optional<ObjectNode> vouched =
          demand == Demand.WITNESSED ? evidence(data, handed, story, commit) : Optional.empty();
      decide(kind.told, kind.honest, demand, data, vouched);
    }
    return null;
  }

  /** What continuous integration says about the work item, when it says something. */
  private Optional<ObjectNode> evidence(
      ObjectNode claimed, Handed handed, Story story, String commit) throws Exception {
    if (handed.integration() == Integration.SILENT) {
      return Optional.empty();
    }
    boolean elsewhere = handed.integration() == Integration.OTHER_COMMIT;
    String report = elsewhere ? story.honestReport() : story.runner().run(handed.run());
    ObjectNode data = claimed.objectNode();
    data.set("workItem", claimed.path("workItem"));
    data.put("commit", elsewhere ? new StringBuilder(commit).reverse().toString() : commit);
    Samples.artifact(
        data,
        system.api(),
        "test-report",
        "application/xml",
        report.getBytes(StandardCharsets.UTF_8));
    return Optional.of(data);
  }

  private ObjectNode data(Demand demand, @Nullable String commit) {
    ObjectNode data = Samples.data("honesty/" + number.incrementAndGet(), "", 0);
    data.put("risk", demand.risk);
    data.putObject("agent").put("fleet", "default").put("id", "agent-1");
    data.putArray("artifacts");
    if (commit != null) {
      data.putObject("target").put("commit", commit);
    }
    return data;
  }

  private void decide(
      String kind, boolean honest, Demand demand, ObjectNode data, Optional<ObjectNode> vouched)
      throws Exception {
    String workItem = data.path("workItem").asText();
    JsonNode decision = decision(agent, Samples.event(workItem, data));
    boolean promoted = decision.path("kind").asText().equals("PROMOTE");
    if (vouched.isPresent()) {
      ObjectNode event =
          Samples.event(workItem + "/evidence", vouched.get()).put("type", "dev.assay.evidence.v1");
      decision = decision(system.api(), event);
      promoted |= decision.path("kind").asText().equals("PROMOTE");
    }
    verdicts.add(
        new Verdict(
            kind,
            honest,
            demand,
            workItem,
            promoted,
            decision.path("kind").asText() + " " + decision.path("reasons")));
  }

  private static JsonNode decision(Api api, ObjectNode event) throws Exception {
    Api.Answer answer = api.post(Api.EVENT, event.toString(), "?wait=300");
    if (answer.status() != 200) {
      throw new IllegalStateException("expected a decision, found " + answer);
    }
    return answer.json().path("decision");
  }

  /** Prints the table, and what should not be; whether there is nothing that should not be. */
  private boolean print(PrintStream out) {
    out.printf("seed %d, %d cases of each kind in each language or database%n", seed, cases);
    out.printf(
        "%-44s %-24s %-24s %-24s %-24s%n",
        "share promoted, with its 95 % interval",
        Demand.CLAIMED,
        Demand.WITNESSED,
        Demand.OBSERVED,
        Demand.REEXECUTED);
    List<String> kinds = verdicts.stream().map(Verdict::kind).distinct().sorted().toList();
    for (boolean honest : new boolean[] {true, false}) {
      out.println(honest ? "honest work" : "lies");
      for (String kind : kinds) {
        List<Verdict> of =
            verdicts.stream()
                .filter(each -> each.kind().equals(kind) && each.honest() == honest)
                .toList();
        if (!of.isEmpty()) {
          row(out, "  " + kind, of);
        }
      }
      row(out, "  all", verdicts.stream().filter(each -> each.honest() == honest).toList());
    }
    List<Verdict> wrong =
        verdicts.stream().filter(each -> each.wrong() && each.demand().sound()).toList();
    wrong.forEach(each -> out.println("WRONG " + each));
    verdicts.stream()
        .filter(each -> each.wrong() && each.honest() && !each.demand().sound())
        .forEach(each -> out.println("blocked " + each));
    return wrong.isEmpty();
  }

  private static void row(PrintStream out, String name, List<Verdict> of) {
    StringBuilder line = new StringBuilder("%-44s".formatted(name));
    for (Demand demand : Demand.values()) {
      List<Verdict> cell = of.stream().filter(each -> each.demand() == demand).toList();
      long promoted = cell.stream().filter(Verdict::promoted).count();
      line.append(
          " %-24s"
              .formatted(
                  cell.isEmpty()
                      ? "-"
                      : "%d/%d %s"
                          .formatted(promoted, cell.size(), interval(promoted, cell.size()))));
    }
    out.println(line.toString().stripTrailing());
  }

  /** The interval of Clopper and Pearson. */
  private static String interval(long hits, long of) {
    double low =
        hits == 0
            ? 0
            : BetaDistribution.of((double) hits, of - hits + 1.0)
                .inverseCumulativeProbability(ERROR / 2);
    double high =
        hits == of
            ? 1
            : BetaDistribution.of(hits + 1.0, (double) (of - hits))
                .inverseCumulativeProbability(1 - ERROR / 2);
    return "[%.0f, %.0f] %%".formatted(100 * low, 100 * high);
  }
}
