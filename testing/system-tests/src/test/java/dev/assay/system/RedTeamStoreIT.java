package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.TlogProof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks on what the attestation store keeps, on a whole system: rows taken away and backups put
 * back. Each time the store stops writing and says what to do, and {@code assay log repair} makes
 * everything again that was logged; the log goes on from every checkpoint that anybody has seen.
 * {@code RolledBackStoreTest} of the store has more attacks of the kind.
 */
class RedTeamStoreIT {

  /** As many as make no manifest of their topics, and then those that fill a tile. */
  private static final List<Integer> EVENTS = List.of(60, 70);

  @TempDir private static Path home;

  private static final List<PublicLog.Head> SEEN = new ArrayList<>();
  private static final String REPORT = Samples.passing("store.Pass");

  /** All that the store has in files. */
  private static final List<String> KEPT =
      List.of("store.db", "log", "log-journal", "keys/checkpoint.pem.signed");

  private static UpSystem system = new UpSystem(Path.of("unset"));
  private static int sent;

  /** A system of 260 entries and more, and a backup of database and log of when it had 120. */
  @BeforeAll
  static void start() throws Exception {
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(
        data.resolve("assay.yaml"), "director: {manifestSeconds: 3600}\n" + UpSystem.NO_CANARIES);
    system = new UpSystem(data).start();
    assertThat(system.api().put(REPORT, "application/xml").status()).isEqualTo(201);
    sendAndAwait();
    system.stop();
    for (String each : KEPT) {
      copy(data(each), home.resolve("backup").resolve(each));
    }
    system.start();
    sendAndAwait();
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @Test
  void rowsDeletedUnderARunningStoreAreNoticedThoughNobodyWritesAndStopItForGood()
      throws Exception {
    List<String> logged = PublicLog.read(system.api()).ids();
    execute("delete from attestation where log_index between 7 and 9");

    notReady();
    assertThat(system.api().get("/v1/attestations/" + logged.get(8)).status()).isEqualTo(503);
    assertThat(system.api().get("/v1/attestations/" + logged.get(8)).code())
        .isEqualTo("STORE_CONTRADICTION");
    assertThat(system.api().get("/v1/attestations/" + logged.getFirst()).status()).isEqualTo(200);
    assertThat(PublicLog.head(system.api()).size()).isGreaterThanOrEqualTo(logged.size());
    system.stop();
    doesNotStart();
    assertThat(log("fsck", "--json").exitCode()).isEqualTo(1);
    assertThat(log("repair", "--dry-run").output()).contains("3 missing");

    repairAndStart();
  }

  @Test
  void everyFileOfTheStoreFromOneBackupIsStoppedByTheCheckpointThatTheBrokerKeeps()
      throws Exception {
    system.stop();
    for (String each : KEPT) {
      copy(data(each), home.resolve("newer").resolve(each));
      restore(each, "backup");
    }
    Files.delete(data("url"));
    Path printed = Files.createTempFile(home, "start", ".out");

    try (Child start =
            Child.start(printed, "up", "--port", "0", "--data-dir", data("").toString());
        Api api = started()) {
      Await.until(
          "GET /readyz tells that more was signed",
          () -> api.get("/readyz").body().contains("which this key has signed"));
      assertThat(api.post(Api.EVENT, event(sent++).toString(), "").status()).isEqualTo(202);
      assertThat(PublicLog.head(api)).isEqualTo(SEEN.getFirst());
      start.stop();
    }

    anOlderDatabaseRestoredBesideTheNewerRestIsRefusedAndCaughtUp();
  }

  private static void anOlderDatabaseRestoredBesideTheNewerRestIsRefusedAndCaughtUp()
      throws Exception {
    for (String each : KEPT) {
      restore(each, each.equals("store.db") ? "backup" : "newer");
    }
    doesNotStart();
    repairAndStart();
  }

  private static Api started() throws IOException {
    Await.until("assay up names its address", () -> Files.size(data("url")) > 0);
    return new Api(
        Files.readString(data("url")).strip(), Files.readString(data("tokens/operator")).strip());
  }

  /** It is not ready, says why and what to do, and goes on saying so while work comes in. */
  private static void notReady() {
    Await.until(
        "GET /readyz tells of the contradiction",
        () -> system.api().get("/readyz").body().contains("assay log repair"));
    Await.until("work is accepted meanwhile", RedTeamStoreIT::send);
    Await.until(
        "GET /readyz goes on telling",
        () -> system.api().get("/readyz").body().contains("assay log repair"));
  }

  private static void doesNotStart() throws Exception {
    Path printed = Files.createTempFile(home, "start", ".out");
    try (Child start =
        Child.start(printed, "up", "--port", "0", "--data-dir", data("").toString())) {
      assertThat(start.exitCode()).isEqualTo(3);
      assertThat(start.output())
          .contains("error: expected", "assay log repair", "[STORE_CONTRADICTION]")
          .doesNotContain("INTERNAL_ERROR");
    }
  }

  /** Repairs; then everything logged is proved, and the log extends all that was ever served. */
  private static void repairAndStart() throws Exception {
    UpSystem.Command repaired = log("repair");
    assertThat(repaired.exitCode()).as(repaired.output()).isZero();
    assertThat(log("fsck").exitCode()).isZero();
    system.start();
    sendAndAwait();
    Api api = system.api();
    PublicLog log = PublicLog.read(api);
    assertThat(log.verdicts()).isEqualTo(2L * sent);
    assertThat(SEEN).allSatisfy(head -> assertThat(log.root(head.size())).isEqualTo(head.root()));
    NoteKey key = api.checkpointKey();
    for (String id : log.ids()) {
      JsonNode envelope = api.json("/v1/attestations/" + id);
      TlogProof proof =
          TlogProof.parse(
              new String(api.bytes("/v1/attestations/" + id + "/proof"), StandardCharsets.UTF_8));
      var _ =
          proof.requireInclusion(
              Base64.getDecoder().decode(envelope.path("payload").asText()), key, key.key());
    }
    for (int i = 0; i < sent; i++) {
      JsonNode item = system.workItem("store-" + i, 1, 2);
      assertThat(item.path("status").asText()).isEqualTo("promoted");
    }
  }

  /** One more event, which is accepted. */
  private static boolean send() throws Exception {
    Api.Answer answer = system.api().post(Api.EVENT, event(sent).toString(), "");
    if (answer.status() == 202) {
      sent++;
      return true;
    }
    return false;
  }

  /** More events, until all that was ever accepted is logged. */
  private static void sendAndAwait() throws Exception {
    ArrayNode batch = JsonNodeFactory.instance.arrayNode();
    int more = SEEN.size() < EVENTS.size() ? EVENTS.get(SEEN.size()) : 1;
    for (int i = 0; i < more; i++) {
      batch.add(event(sent++));
    }
    assertThat(system.api().post(Api.BATCH, batch.toString(), "").status()).isEqualTo(202);
    Await.until(
        "all that was accepted is logged",
        () -> PublicLog.read(system.api()).verdicts() == 2L * sent);
    SEEN.add(PublicLog.head(system.api()));
  }

  private static JsonNode event(int number) {
    return Samples.event("store-" + number, Samples.dataOf("store-" + number, REPORT));
  }

  private static UpSystem.Command log(String... words) {
    List<String> arguments = new ArrayList<>(List.of("log"));
    arguments.addAll(List.of(words));
    return system.local(arguments.toArray(String[]::new));
  }

  private static Path data(String name) {
    return home.resolve("data").resolve(name);
  }

  private static void execute(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data("store.db"));
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isPositive();
    }
  }

  /** What restoring a backup does: what is there goes, with what SQLite keeps beside it. */
  private static void restore(String name, String from) throws IOException {
    for (String each : List.of(name, name + "-wal", name + "-shm")) {
      if (Files.exists(data(each))) {
        try (Stream<Path> all = Files.walk(data(each))) {
          for (Path file : all.sorted((a, b) -> b.compareTo(a)).toList()) {
            Files.delete(file);
          }
        }
      }
    }
    copy(home.resolve(from).resolve(name), data(name));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
