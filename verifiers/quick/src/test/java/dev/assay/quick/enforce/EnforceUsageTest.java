package dev.assay.quick.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.check.CommandRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flags that enforcement refuses. */
class EnforceUsageTest {

  private static final String ACCEPT =
      "--accept-drift --expected-projection-hash="
          + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

  @TempDir Path directory;
  private EnforceFixture fixture;

  @BeforeEach
  void createDatabase() throws Exception {
    fixture = new EnforceFixture(directory).sqlite();
  }

  @Test
  void helpIsPrinted() {
    CommandRun run = fixture.run(List.of("-h"), "");

    assertThat(run.exitCode()).isZero();
    assertThat(run.stdout()).startsWith("usage: assay enforce");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--create-baseline --accept-drift",
        "--expect-lock=x",
        "--output-lock x",
        "--reason=r",
        "--state-dir=",
        "--accept-drift",
        ACCEPT + " --lifecycle-state-version=1 --reason=r",
        ACCEPT + " --lifecycle-state-version=1 --owner=o",
        ACCEPT + " --lifecycle-state-version=1 --owner=o --reason=",
        ACCEPT + " --owner=o --reason=r",
        ACCEPT + " --lifecycle-state-version=x --owner=o --reason=r",
        ACCEPT + "a --lifecycle-state-version=1 --owner=o --reason=r",
        ACCEPT + " --lifecycle-state-version=1 --owner=o --reason=r --review-by=soon",
        ACCEPT + " --lifecycle-state-version=1 --owner=o --reason=r --evidence-links=x",
        ACCEPT + " --lifecycle-state-version=1 --owner=o --reason=r --evidence-links=[1]",
        "--accept-drift --expected-projection-hash=zz --lifecycle-state-version=1 --owner=o"
            + " --reason=r",
      })
  void wrongUseOfTheLifecycleIsRefused(String args) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--registry=tools.json",
                "--events=events.ndjson",
                "--workflow-id=wf",
                "--db=db.sqlite"));
    all.addAll(Arrays.asList(args.split(" ")));

    fixture.run(all, "").assertRefused("ENFORCE_USAGE");
    assertThat(directory.resolve(".assay")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--db=db.sqlite",
        "--db=db.sqlite --export-registry=x --registry=tools.json --events=events.ndjson"
            + " --workflow-id=wf",
        "--input=- --db=db.sqlite --events=events.ndjson",
        "--input=- --db=db.sqlite --consistency=strong",
        "--input=- --db=db.sqlite --workflow-id=",
        "--input=-",
        "--input=missing.log --db=db.sqlite",
        "--nonsense",
      })
  void wrongInputsAreRefused(String args) {
    fixture.run(Arrays.asList(args.split(" ")), "").assertRefused("CLI_USAGE");
  }

  @Test
  void theStateLivesInAHiddenDirectoryUnlessNamed() {
    CommandRun run =
        fixture.run(
            List.of(
                "--registry=tools.json",
                "--events=events.ndjson",
                "--workflow-id=wf",
                "--db=db.sqlite",
                "--create-baseline"),
            "");

    assertThat(run.exitCode()).isZero();
    assertThat(directory.resolve(".assay/enforce")).isDirectory();
  }
}
