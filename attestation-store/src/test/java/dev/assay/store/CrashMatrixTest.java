package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that writes a store is killed after every call of the file system, and every call fails
 * once: what it has shown stands, and the next start finishes what was begun.
 */
class CrashMatrixTest {

  /** Before the first tile is full, which a growth beyond it writes. */
  private static final int BEGUN = 252;

  private static final List<Integer> SIZES = List.of(254, 257, 258);
  private static final int END = SIZES.getLast();

  /** Of the many calls of the database, which has crash tests of its own, one of these is taken. */
  private static final int DATABASE_CALLS = 8;

  /** What the growth writes to the database at least. */
  private static final int DATABASE_WRITES_MIN = 100;

  /** Growths by one entry while calls fail. */
  private static final int BATCHES = 30;

  /** More calls than opening a store takes, so that it can be opened. */
  private static final int MANY = 50;

  private static final int FEW = 5;

  /** What fsck may say of a log whose writer was killed between signing and publishing. */
  private static final String UNFINISHED =
      "the checkpoint covers [0-9]+ entries, the key has signed [0-9]+";

  private static final Pattern NAMED = Pattern.compile("(?:<|, |\\(|\")(/[^>\"]+)[>\"]");

  @TempDir private static Path directory;

  /** Every file and directory that the store has at the end. */
  private static final Set<String> NAMES = new TreeSet<>();

  private static Ed25519Key director;

  /** Which calls fail or kill; another one with {@code -Dassay.seed}. */
  private final long seed = Long.getLong("assay.seed", 1);

  private final Random random = new Random(seed);

  /** The files as a kill after {@code calls} leaves them, and every checkpoint seen until then. */
  private record Image(String calls, Path files, List<String> shown) {}

  @BeforeAll
  static void begin() throws Exception {
    TracedWriter.require();
    Path base = directory.resolve("base");
    try (AttestationStore store = TestStores.open(CrashedWriter.config(base))) {
      director = Ed25519Key.load(base.resolve("keys/attestation.pem"));
      store.append(attestations(0, BEGUN));
    }
    Path grown = copied(base, "grown");
    try (AttestationStore store = TestStores.open(CrashedWriter.config(grown))) {
      store.append(attestations(BEGUN, END));
    }
    try (Stream<Path> files = Files.walk(grown)) {
      files.forEach(file -> NAMES.add(grown.relativize(file).toString()));
    }
  }

  /** A stopped process has left what a killed one leaves, and one process can be stopped often. */
  @Test
  void aKillAfterAnyCallTakesNothingBackThatWasShown() throws Exception {
    Path live = copied(directory.resolve("base"), "live");
    Set<String> shown = new LinkedHashSet<>();
    List<Image> images = new ArrayList<>();
    Set<String> changed = new TreeSet<>();
    TracedWriter writer =
        TracedWriter.start(live, NAMES, SIZES, List.of(TracedWriter.CHANGES + ":signal=SIGSTOP"));

    writer.stops(calls -> {
      shown.addAll(checkpoints(writer));
      shown.add(Files.readString(live.resolve("log/checkpoint")));
      if (chosen(live, calls, changed)) {
        images.add(
            new Image(
                calls.toString(), copied(live, "image-" + images.size()), List.copyOf(shown)));
      }
    });

    assertThat(writer.promises()).last().isEqualTo("done");
    assertThat(changed)
        .contains(
            "index.db-wal",
            "keys/checkpoint.pem.signed",
            "log-journal/000000000000.journal",
            "log/checkpoint",
            "log/tile",
            "log/tile/0/000",
            "log/tile/entries/000.zst");
    for (Image image : images) {
      assertSurvives(image);
    }
  }

  @Test
  void aKilledProcessTakesNothingBackThatItHasShown() throws Exception {
    Path live = copied(directory.resolve("base"), "killed");
    boolean write = random.nextBoolean();
    int at = 1 + random.nextInt(write ? DATABASE_WRITES_MIN : SIZES.size());
    String call = write ? "pwrite64" : TracedWriter.RENAME;
    TracedWriter writer =
        TracedWriter.start(live, NAMES, SIZES, List.of(call + ":signal=SIGKILL:when=" + at));

    var _ = writer.injected();

    assertThat(writer.exitCode()).as("%s %s, seed %s", call, at, seed).isEqualTo(128 + 9);
    assertSurvives(new Image(call + " " + at, live, checkpoints(writer)));
  }

  @Test
  void whatFailsAtAnyCallIsWrittenWhenItIsTriedAgain() throws Exception {
    Path live = copied(directory.resolve("base"), "failing");
    List<Integer> sizes = IntStream.rangeClosed(BEGUN + 1, BEGUN + BATCHES).boxed().toList();
    List<String> injections = new ArrayList<>();
    injections.addAll(failing(MANY, "pwrite64", "openat"));
    injections.addAll(failing(FEW, "write", TracedWriter.RENAME, "fsync", "fdatasync"));
    TracedWriter writer = TracedWriter.start(live, NAMES, sizes, injections);

    List<String> injected = writer.injected();

    List<String> promises = writer.promises();
    assertThat(promises).as("seed %s, %s", seed, injected).last().isEqualTo("done");
    assertThat(promises).anyMatch(line -> line.startsWith("failed"));
    assertThat(injected).hasSizeGreaterThan(BATCHES / 2);
    try (AttestationStore store = TestStores.open(CrashedWriter.config(live))) {
      assertThat(store.logSize()).as("seed %s", seed).isEqualTo(BEGUN + BATCHES);
      CrashPointTest.assertConsistent(store, checkpoints(writer));
    }
    assertThat(audit(live).problems()).as("seed %s, %s", seed, injected).isEmpty();
  }

  /** Of {@code often} to twice as many of each of {@code calls} one fails, again and again. */
  private List<String> failing(int often, String... calls) {
    List<String> injections = new ArrayList<>();
    for (String call : calls) {
      String error = random.nextBoolean() ? "EIO" : "ENOSPC";
      int step = often + random.nextInt(often);
      int first = 1 + random.nextInt(step);
      injections.add(call + ":error=" + error + ":when=" + first + "+" + step);
    }
    return injections;
  }

  /** Whether the files are to be looked at after {@code calls}; tells what those have changed. */
  private boolean chosen(Path live, List<String> calls, Set<String> changed) {
    boolean database = false;
    boolean other = false;
    for (String call : calls) {
      if (call.contains("O_RDONLY") || call.contains("= -1 ")) {
        continue;
      }
      Matcher named = NAMED.matcher(call);
      while (named.find()) {
        Path file = Path.of(named.group(1));
        if (file.startsWith(live)) {
          String name = live.relativize(file).toString();
          changed.add(name);
          database |= name.startsWith("index.db");
          other |= !name.startsWith("index.db");
        }
      }
    }
    return other || (database && random.nextInt(DATABASE_CALLS) == 0);
  }

  private void assertSurvives(Image image) throws IOException {
    String when = "after " + image.calls() + ", seed " + seed;
    AuditReport found = audit(image.files());
    assertThat(found.problems()).as(when).allMatch(problem -> problem.matches(UNFINISHED));
    assertThat(found.repairable()).as(when).isTrue();
    StoreConfig config = CrashedWriter.config(image.files());
    try (AttestationStore store = TestStores.open(config)) {
      int size = (int) store.logSize();
      assertThat(size).as(when).isBetween(BEGUN, END);
      AttestationStore.Appended again = store.append(attestations(size - 1, size + 2));
      assertThat(again).as(when).isEqualTo(new AttestationStore.Appended(2, 1, size + 2));
      CrashPointTest.assertConsistent(store, image.shown());
    }
    assertThat(TestStores.check(config).problems()).as(when).isEmpty();
  }

  /** What {@code assay log fsck} says. */
  private static AuditReport audit(Path files) {
    return new LogRepair(CrashedWriter.config(files), (_, _, _) -> {}).check();
  }

  private static List<StoredAttestation> attestations(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> Samples.attestation(n, director)).toList();
  }

  /** The checkpoints that {@code writer} has shown. */
  private static List<String> checkpoints(TracedWriter writer) throws IOException {
    List<String> notes = new ArrayList<>();
    for (String line : writer.promises()) {
      if (Character.isDigit(line.charAt(0))) {
        byte[] note = Base64.getDecoder().decode(line.substring(line.indexOf(' ') + 1));
        notes.add(new String(note, StandardCharsets.UTF_8));
      }
    }
    return notes;
  }

  private static Path copied(Path from, String name) throws IOException {
    Path to = directory.resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }
}
