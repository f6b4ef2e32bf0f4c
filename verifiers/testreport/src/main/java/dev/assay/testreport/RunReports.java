package dev.assay.testreport;

import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.verifier.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reports of one run, read test by test and judged together: for verifiers that compare runs.
 * Bounded like {@link TestReportVerifier}; one instance serves one run, in one thread.
 */
public final class RunReports {

  private static final TestReportConfig CONFIG = TestReportConfig.parse("{}");

  private final LongSupplier nanosLeft;
  private final List<String> asked;
  private final Tally all;
  private final List<Pointer> pointers = new ArrayList<>();
  private Optional<Format> format = Optional.empty();
  private boolean mixed;

  /**
   * An empty set.
   *
   * @param nanosLeft the run's deadline, which is looked at while reports are read
   * @param asked ids of tests that a request asks for
   */
  public RunReports(LongSupplier nanosLeft, List<String> asked) {
    this.nanosLeft = nanosLeft;
    this.asked = List.copyOf(asked);
    this.all = Tally.naming(asked);
  }

  /** Gives the bytes of a report from their start; may be asked twice. */
  @FunctionalInterface
  public interface Source {

    /** Opens them; the reader closes them. */
    InputStream open() throws IOException;
  }

  /**
   * Adds a report.
   *
   * @param sha256 digest of the report's bytes, for pointers
   * @param size how many bytes it has; one of more than {@link TestReportLimits#INPUT_BYTES_MAX} is
   *     not read and makes the set inconclusive
   * @throws IOException what the source throws; never for what the bytes say
   * @throws InterruptedException when the deadline is over
   */
  public void read(String sha256, long size, Source source)
      throws IOException, InterruptedException {
    Tally one = Tally.naming(asked);
    if (size > TestReportLimits.INPUT_BYTES_MAX) {
      one.inconclusive(InconclusiveReason.TOO_LARGE);
    } else {
      ReportReader.read(source::open, size, nanosLeft, one, CONFIG);
    }
    mixed |= format.isPresent() && format.get() != one.format();
    format = Optional.of(format.orElse(one.format()));
    all.format(mixed ? Format.UNKNOWN : one.format());
    all.addAll(one);
    one.failures().stream()
        .map(failure -> new Pointer(sha256, failure.span().offset(), failure.span().length()))
        .distinct()
        .limit(Limits.POINTERS_MAX - pointers.size())
        .forEach(pointers::add);
  }

  /**
   * What {@link TestReportVerifier} would find in all of them together.
   *
   * @param exitCode exit code of the run, or null when there is none
   */
  public Finding finding(@Nullable Integer exitCode) {
    Finding judged = Judge.judge(all, Digests.sha256Hex(""), exitCode);
    return Finding.of(
        judged.result(),
        judged.failureSignatures(),
        judged.summary(),
        judged.nextActions(),
        judged.confidence(),
        judged.hyperthesis(),
        pointers);
  }

  /** The tests by name. */
  public TestNames tests() {
    return Objects.requireNonNull(all.names(), "a naming tally has names");
  }

  /**
   * What they tell of single tests.
   *
   * @param trusted whether the tests are those of a trusted source
   */
  public TestOutcomes outcomes(boolean trusted) {
    return all.outcomes(trusted);
  }

  /** Whether everything in the reports was understood. */
  public boolean isReadable() {
    return all.reasons().isEmpty() && tests().isComplete();
  }

  /** Tests that ran. */
  public long executed() {
    return all.counts().executed();
  }

  /** Tests that failed or broke. */
  public long failing() {
    return all.counts().failing();
  }

  /** Tests that were skipped. */
  public long skipped() {
    return all.counts().of(Counts.Outcome.SKIPPED);
  }

  /** Whether the tests of both have names of the same form, so that they can be compared. */
  public boolean isComparableWith(RunReports other) {
    return !mixed && !other.mixed && format.isPresent() && format.equals(other.format);
  }
}
