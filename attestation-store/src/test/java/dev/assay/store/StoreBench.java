package dev.assay.store;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.assay.core.sign.Envelope;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.FailureQuery;
import dev.assay.store.index.IndexReads.Kept;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.PromotionFacts;
import dev.assay.store.index.PromotionQuery;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemQuery;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long the lists of a large store take: each filter alone and some together, with and
 * without the bound of a fleet, the first page and one from the middle. Arguments: {@code sqlite}
 * or {@code postgres}, a directory on the disk to measure, how many attestations.
 */
public final class StoreBench {

  private static final int BATCH = 1_500;
  private static final int WARM_UP_CALLS = 20;
  private static final int CALLS = 400;
  private static final long ROW_NANOS_MAX = 4_000_000_000L;
  private static final int CURSOR_PAGE = 1_000;
  private static final int LINEAGE_ATTESTATIONS = 200;
  private static final int LOOKED_AT = 1_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final AttestationStore store;
  private final BenchHistory history;
  private final Random random = new Random(11);
  private final List<String> cursors = new ArrayList<>();
  private final List<String> itemCursors = new ArrayList<>();
  private double slowest;

  private StoreBench(AttestationStore store, BenchHistory history) {
    this.store = store;
    this.history = history;
  }

  /** One call that is measured; the answer is how many lines it had. */
  @FunctionalInterface
  private interface Call {
    int run();
  }

  /** Sets what a query filters by, from an attestation that there is. */
  @FunctionalInterface
  private interface Filter {
    void set(QueryDraft draft, StoredAttestation like);
  }

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[1]), "store-bench");
    int count = Integer.parseInt(args[2]);
    if (args[0].equals("postgres")) {
      try (EmbeddedPostgres server =
          EmbeddedPostgres.builder().setDataDirectory(directory.resolve("pg")).start()) {
        DatabaseConfig database =
            new DatabaseConfig.Postgres(
                server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
        run(TestStores.config(directory, database), count, () -> settle(server));
      }
    } else {
      Path file = directory.resolve("index.db");
      run(TestStores.sqlite(directory), count, () -> Files.size(file));
    }
  }

  /** Makes a loaded database as one that runs for long, and tells its size. */
  @FunctionalInterface
  private interface Settled {
    long bytes() throws IOException, SQLException;
  }

  /** What PostgreSQL does by itself after some minutes. */
  private static long settle(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("vacuum analyze");
      try (ResultSet size = statement.executeQuery("select pg_database_size('postgres')")) {
        return size.next() ? size.getLong(1) : 0;
      }
    }
  }

  private static void run(StoreConfig config, int count, Settled settled) throws Exception {
    BenchHistory history = new BenchHistory();
    try (AttestationStore store = TestStores.open(config)) {
      long start = System.nanoTime();
      while (store.logSize() < count) {
        Batch batch = history.next((int) Math.min(BATCH, count - store.logSize()));
        store.write(batch);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      long database = settled.bytes();
      System.out.printf(
          Locale.ROOT,
          "%d attestations, written in %.0f s; on disk: database %d MiB, log and journal %d MiB%n",
          store.logSize(),
          seconds,
          database >> 20,
          (bytes(config.logDirectory())
                  + bytes(config.logDirectory().resolveSibling("log-journal")))
              >> 20);
      new StoreBench(store, history).measure();
    }
  }

  private static long bytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0).sum();
    }
  }

  private void measure() {
    findCursors();
    System.out.printf(
        Locale.ROOT,
        "%-38s %6s %9s %9s %9s %9s %9s %9s %9s %9s%n",
        "list, a page of 100",
        "lines",
        "first p50",
        "p99 ms",
        "max ms",
        "CPU ms",
        "mid p50",
        "p99 ms",
        "max ms",
        "CPU ms");
    lists("everything", (_, _) -> {});
    lists("work item", (draft, like) -> draft.workItem = like.workItem());
    lists("work item that never ends", (draft, _) -> draft.workItem = BenchHistory.ENDLESS);
    lists("artifact", (draft, like) -> draft.artifact = like.artifacts().getFirst().sha256());
    lists("artifact that is everywhere", (draft, _) -> draft.artifact = BenchHistory.EVERYWHERE);
    lists("verifier", (draft, like) -> draft.verifier = like.verifier());
    lists("result", (draft, like) -> draft.result = like.result());
    lists("basis", (draft, _) -> draft.basis = one(List.of("CLAIMED", "OBSERVED")));
    lists("id that begins so", (draft, like) -> draft.prefix = like.id().substring(0, 8));
    lists("agent", (draft, like) -> draft.agent = like.agent());
    lists("commit", (draft, like) -> draft.commit = like.commit());
    lists("signature", (draft, _) -> draft.signature = signature());
    lists("file", (draft, _) -> draft.file = file());
    lists("hyperthesis", (draft, _) -> draft.hyperthesis = "ADVERSARY");
    lists("hyperthesis that is rare", (draft, _) -> draft.hyperthesis = "MISSING_TOOL");
    lists(
        "rare hyperthesis of a verifier",
        (draft, like) -> {
          draft.hyperthesis = "MISSING_TOOL";
          draft.verifier = like.verifier();
        });
    lists(
        "hyperthesis of an agent",
        (draft, like) -> {
          draft.hyperthesis = "ADVERSARY";
          draft.agent = like.agent();
        });
    lists("since", (draft, _) -> draft.since = moment());
    lists("until", (draft, _) -> draft.until = moment());
    lists("an hour", (draft, _) -> hour(draft));
    lists(
        "agent and result",
        (draft, like) -> {
          draft.agent = like.agent();
          draft.result = some().result();
        });
    lists(
        "verifier and FLAKY",
        (draft, like) -> {
          draft.verifier = like.verifier();
          draft.result = "FLAKY";
        });
    lists(
        "agent, verifier and FLAKY",
        (draft, like) -> {
          draft.agent = like.agent();
          draft.verifier = some().verifier();
          draft.result = "FLAKY";
        });
    lists(
        "FAIL since",
        (draft, _) -> {
          draft.result = "FAIL";
          draft.since = moment();
        });
    workItems();
    print("what a lineage reads", this::lineage, null);
    rest("promotions", this::promotions);
    rest("a filter of promotions", this::filteredPromotions);
    rest("failures of a week", this::failures);
    System.out.printf(Locale.ROOT, "slowest p99: %.1f ms%n", slowest);
  }

  private void findCursors() {
    AttestationQuery all = QueryDraft.query(draft -> draft.limit = CURSOR_PAGE);
    for (Page<?> page = store.attestations(all); page.next() != null; ) {
      cursors.add(page.next());
      page = store.attestations(all.after(page.next()));
    }
    WorkItemQuery items = new WorkItemQuery(null, null, null, null, null, null, CURSOR_PAGE, null);
    for (Page<?> page = store.workItems(items); page.next() != null; ) {
      itemCursors.add(page.next());
      page = store.workItems(items.after(page.next()));
    }
  }

  private void lists(String name, Filter filter) {
    print(name, () -> list(filter, null, false), () -> list(filter, null, true));
    print(
        name + ", of a fleet",
        () -> list(filter, Set.of(fleet(some())), false),
        () -> list(filter, Set.of(fleet(some())), true));
    print(
        name + ", of some fleets",
        () -> list(filter, someFleets(), false),
        () -> list(filter, someFleets(), true));
  }

  private int list(Filter filter, @Nullable Set<String> within, boolean middle) {
    StoredAttestation like = some();
    AttestationQuery query =
        QueryDraft.query(draft -> {
          draft.order =
              random.nextBoolean()
                  ? AttestationQuery.Order.OLDEST_FIRST
                  : AttestationQuery.Order.NEWEST_FIRST;
          draft.within = within;
          filter.set(draft, like);
        });
    return store.attestations(middle ? query.after(one(cursors)) : query).items().size();
  }

  private void workItems() {
    items("work items", (_, item) -> item.within = null);
    items("work items, of a fleet", (like, item) -> item.within = Set.of(fleet(like)));
    items("work items, of some fleets", (_, item) -> item.within = someFleets());
    items("work items by status", (_, item) -> item.status = one(List.of("open", "promoted")));
    items("work items by agent", (like, item) -> item.agent = like.agent());
    items("work items by prefix", (like, item) -> item.prefix = fleet(like) + "/shop/change-1");
    items("work items by rare prefix", (like, item) -> item.prefix = like.workItem());
    items("work items by prefix of none", (_, item) -> item.prefix = "nobody/");
    items(
        "rare prefix, of a fleet",
        (like, item) -> {
          item.prefix = like.workItem();
          item.within = Set.of(fleet(like));
        });
    items(
        "work items changed since, of a fleet",
        (like, item) -> {
          item.since = moment();
          item.within = Set.of(fleet(like));
        });
  }

  /** The members of a query of work items. */
  private static final class ItemDraft {
    @Nullable String prefix;
    @Nullable String status;
    @Nullable String agent;
    @Nullable Set<String> within;
    @Nullable Instant since;
  }

  /** Sets what a query of work items filters by. */
  @FunctionalInterface
  private interface ItemFilter {
    void set(StoredAttestation like, ItemDraft draft);
  }

  private void items(String name, ItemFilter filter) {
    print(name, () -> items(filter, null), () -> items(filter, one(itemCursors)));
  }

  private int items(ItemFilter filter, @Nullable String cursor) {
    ItemDraft draft = new ItemDraft();
    filter.set(some(), draft);
    return store
        .workItems(
            new WorkItemQuery(
                draft.prefix,
                draft.status,
                draft.agent,
                null,
                draft.within,
                draft.since,
                100,
                cursor))
        .items()
        .size();
  }

  private int lineage() {
    String item = random.nextInt(10) == 0 ? BenchHistory.ENDLESS : some().workItem();
    List<AttestationQuery.Listing> lines =
        store.attestations(AttestationQuery.newestOfWorkItem(item, LINEAGE_ATTESTATIONS)).items();
    int found =
        store
            .summaries()
            .kept(lines.stream().map(AttestationQuery.Listing::logIndex).toList())
            .size();
    return found + store.decisions().newest(item).size();
  }

  /** A call with the bound of a fleet, or null for none. */
  @FunctionalInterface
  private interface Fleeted {
    int run(@Nullable Set<String> within);
  }

  private void rest(String name, Fleeted call) {
    print(name, () -> call.run(null), null);
    print(name + ", of a fleet", () -> call.run(Set.of(fleet(some()))), null);
    print(name + ", of some fleets", () -> call.run(someFleets()), null);
  }

  private int promotions(@Nullable Set<String> within) {
    List<Long> page =
        store.summaries().promotions(new PromotionQuery(within, 100, null)).items().stream()
            .map(PromotionFacts::logIndex)
            .toList();
    return store.summaries().kept(page).size();
  }

  /** As many promotions as one page looks at, and of those that fit as many as it has. */
  private int filteredPromotions(@Nullable Set<String> within) {
    PromotionQuery query = new PromotionQuery(within, LOOKED_AT, null);
    List<PromotionFacts> looked = store.summaries().promotions(query).items();
    EvidenceBasis basis = one(List.of(EvidenceBasis.CLAIMED, EvidenceBasis.OBSERVED));
    List<Long> fitting =
        looked.stream()
            .filter(facts -> facts.basis() == basis)
            .map(PromotionFacts::logIndex)
            .limit(100)
            .toList();
    List<Kept> kept = store.summaries().kept(fitting);
    Set<String> cited = new HashSet<>();
    for (Kept each : kept) {
      Envelope envelope = Envelope.parse(each.envelope().getBytes(StandardCharsets.UTF_8));
      cited.addAll(PromotionFacts.cited(envelope.payload()));
    }
    Set<Long> positions = new HashSet<>(fitting);
    store.summaries().attestations(cited).forEach(line -> positions.add(line.logIndex()));
    return kept.size() + store.summaries().hypertheses(positions).size();
  }

  private int failures(@Nullable Set<String> within) {
    Instant until = moment();
    return store
        .summaries()
        .failures(new FailureQuery(within, until.minus(Duration.ofDays(7)), until))
        .clusters()
        .size();
  }

  private void print(String name, Call first, @Nullable Call middle) {
    Times one = times(first);
    System.out.printf(Locale.ROOT, "%-38s %6d%s", name, one.lines(), one.columns());
    if (middle != null) {
      System.out.print(times(middle).columns());
    }
    System.out.println();
  }

  /** Milliseconds; {@code cpu} is what a call takes of the processor in the calling thread. */
  private record Times(long lines, double p50, double p99, double max, double cpu) {
    String columns() {
      return String.format(Locale.ROOT, " %9.2f %9.2f %9.2f %9.2f", p50, p99, max, cpu);
    }
  }

  private Times times(Call call) {
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      call.run();
    }
    long[] nanos = new long[CALLS];
    long lines = 0;
    long end = System.nanoTime() + ROW_NANOS_MAX;
    int calls = 0;
    long cpu = THREADS.getCurrentThreadCpuTime();
    while (calls < CALLS && System.nanoTime() < end) {
      long start = System.nanoTime();
      lines += call.run();
      nanos[calls++] = System.nanoTime() - start;
    }
    double cpuMillis = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e6 / calls;
    long[] sorted = Arrays.copyOf(nanos, calls);
    Arrays.sort(sorted);
    double p99 = sorted[(calls * 99 - 1) / 100] / 1e6;
    slowest = Math.max(slowest, p99);
    return new Times(
        lines / calls, sorted[calls / 2] / 1e6, p99, sorted[calls - 1] / 1e6, cpuMillis);
  }

  private StoredAttestation some() {
    return one(history.sampled());
  }

  /** Up to four, of which most have many rows. */
  private Set<String> someFleets() {
    return Stream.generate(() -> fleet(some())).limit(4).collect(toUnmodifiableSet());
  }

  private <T> T one(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private static String fleet(StoredAttestation like) {
    return String.valueOf(like.fleet());
  }

  private String signature() {
    return failed().failureSignatures().getFirst();
  }

  private String file() {
    return one(failed().files());
  }

  private StoredAttestation failed() {
    for (int i = 0; i < 1_000; i++) {
      StoredAttestation like = some();
      if (!like.failureSignatures().isEmpty()) {
        return like;
      }
    }
    throw new AssertionError("expected failures, found none");
  }

  private Instant moment() {
    long seconds = history.end().getEpochSecond() - BenchHistory.START.getEpochSecond();
    return BenchHistory.START.plusSeconds((long) (random.nextDouble() * seconds));
  }

  private void hour(QueryDraft draft) {
    Instant since = moment();
    draft.since = since;
    draft.until = since.plusSeconds(3_600);
  }
}
