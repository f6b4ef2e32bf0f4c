package dev.assay.core.failure;

import static java.util.stream.Collectors.joining;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.FailureSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes failure signatures. A failure is where it happened and in which way: the exception type,
 * the nearest own frames without line numbers, the test's name when no own frame names a function,
 * the type of each distinct cause, and the first line of each message without its values. The id is
 * the beginning of the SHA-256 of that; the variant, of the same with all values and lines. Where
 * nothing tells the place, the message counts as it is.
 *
 * <p>The text of a signature holds no message: it leaves the report.
 */
public final class Signatures {

  /** The kind of a signature that an exception gave. */
  public static final String EXCEPTION = "exception";

  /** The kind of a signature of a failure without exception or frames. */
  public static final String FAILURE = "failure";

  /** The kind of a signature of a finding of a scan. */
  public static final String FINDING = "finding";

  /** Between the lines of a message. */
  private static final String LINE = " / ";

  private static final String UNTOLD = "(nothing is told about the failure)";

  /** How much of a message counts. */
  private enum Grain {
    /** All of it. */
    EXACT,
    /** Its first line without values. */
    SHAPE
  }

  private final FailureText failure;
  private final List<Section> sections;
  private final Section primary;
  private final List<Frame> frames;

  private Signatures(FailureText failure) {
    this.failure = failure;
    this.sections = outermostFirst(sections(failure.trace()));
    this.primary = sections.getFirst();
    this.frames = frames(primary, sections.getLast());
  }

  /** The signature of one failing test. */
  public static FailureSignature ofFailure(FailureText failure) {
    Signatures read = new Signatures(failure);
    String exact = read.canonical(Grain.EXACT);
    String shape = read.placed() ? read.canonical(Grain.SHAPE) : exact;
    String kind = read.type().isEmpty() && read.frames.isEmpty() ? FAILURE : EXCEPTION;
    return new FailureSignature(id(kind, shape), kind, cut(read.shown()), id(kind, exact));
  }

  /** The signature of anything else that own words name, such as an exit code. */
  public static FailureSignature of(String kind, String words) {
    return of(kind, words, "");
  }

  /**
   * The same of something in particular.
   *
   * @param about what it is about; untrusted, tells signatures apart and is not shown
   */
  public static FailureSignature of(String kind, String words, String about) {
    String masked = told(masked(List.of(words)));
    String id = id(kind, about.isEmpty() ? masked : masked + " of " + masked(List.of(about)));
    return new FailureSignature(id, kind, cut(masked), id);
  }

  /**
   * The signature of a finding of a scan.
   *
   * @param level how grave it is, in own words
   * @param rule what was broken; untrusted
   * @param message untrusted
   * @param file where; untrusted, empty when that is not told
   */
  public static FailureSignature ofFinding(
      String kind, String level, String rule, String message, String file) {
    String said = masked(List.of(PlainText.of(message, FailureLimits.TRACE_CHARS_MAX)));
    String head = level + " " + masked(List.of(rule)) + ": ";
    String place = file.isEmpty() ? "" : " in " + masked(List.of(file));
    String exact = head + said + place;
    String shape = place.isEmpty() ? exact : head + Literals.mask(said) + place;
    String shown =
        level
            + " "
            + Names.shown(Masks.mask(bounded(rule)))
            + (place.isEmpty() ? "" : " in " + Names.shown(Masks.mask(bounded(file))));
    return new FailureSignature(id(kind, shape), kind, cut(shown), id(kind, exact));
  }

  private static String id(String kind, String canonical) {
    return Digests.sha256Hex(kind + "\n" + canonical).substring(0, FailureSignature.ID_CHARS);
  }

  private static String told(String canonical) {
    String full = canonical.strip();
    return full.isEmpty() ? UNTOLD : full;
  }

  /** Whether it is known where it failed. */
  private boolean placed() {
    return frames.stream().anyMatch(Frame::tells) || failure.placed() && !failure.test().isBlank();
  }

  private String canonical(Grain grain) {
    String type = type();
    String message = grained(grain, messageOf(failure, primary));
    StringBuilder canonical = new StringBuilder(type);
    if (!message.isEmpty()) {
      canonical.append(type.isEmpty() ? "" : ": ").append(message);
    }
    causes().map(cause -> ofCause(cause, grain)).distinct().forEach(canonical::append);
    if (!frames.isEmpty()) {
      canonical.append(frames.stream().map(Frame::text).collect(joining(" < ", " at ", "")));
    }
    if (frames.stream().noneMatch(Frame::tells)) {
      canonical.append(" in ").append(Masks.mask(bounded(failure.test())));
    }
    return told(canonical.toString());
  }

  /** Type, causes and place, as far as they are names. */
  private String shown() {
    String type = type();
    StringBuilder shown = new StringBuilder(type.isEmpty() ? "" : typeShown(type));
    causes()
        .map(cause -> typeShown(typeName(cause.type)))
        .distinct()
        .forEach(cause -> shown.append(" <- ").append(cause));
    if (!frames.isEmpty()) {
      shown.append(frames.stream().map(Frame::shown).collect(joining(" < ", " at ", "")));
    }
    if (frames.stream().noneMatch(Frame::tells) && failure.placed()) {
      shown.append(" in ").append(testShown(Masks.mask(bounded(failure.test()))));
    }
    return told(shown.toString());
  }

  /** JUnit's reports tell the class before the name. */
  private static String testShown(String test) {
    int blank = test.indexOf(' ');
    return blank > 0
        ? Names.shown(test.substring(0, blank)) + " " + Names.shown(test.substring(blank + 1))
        : Names.shown(test);
  }

  private static String typeShown(String type) {
    return type.equals(TraceReader.FATAL_ERROR) ? type : Names.type(type);
  }

  private Stream<Section> causes() {
    return sections.stream().skip(1).filter(cause -> !cause.type.isEmpty());
  }

  private static String grained(Grain grain, String message) {
    return switch (grain) {
      case EXACT -> message;
      case SHAPE -> Literals.mask(firstWords(message));
    };
  }

  /** The first line that is no bare place, such as Rust tells before what it says. */
  private static String firstWords(String message) {
    int start = 0;
    int end = message.indexOf(LINE);
    while (end >= 0 && isPlace(message.substring(start, end))) {
      start = end + LINE.length();
      end = message.indexOf(LINE, start);
    }
    return end < 0 ? message : message.substring(0, end);
  }

  /** A file alone, or what Go's compiler says before its errors: {@code # example.com/shop}. */
  private static boolean isPlace(String line) {
    return line.startsWith("# ")
        || line.indexOf(' ') < 0 && (line.indexOf('.') > 0 || line.indexOf('/') >= 0);
  }

  private static List<Section> sections(@Nullable String trace) {
    return trace == null
        ? List.of(new Section())
        : TraceReader.read(PlainText.of(trace, FailureLimits.TRACE_CHARS_MAX));
  }

  /** The exception that reached the test comes first; Python tells it last. */
  private static List<Section> outermostFirst(List<Section> sections) {
    return sections.getLast().newestLast ? sections.reversed() : sections;
  }

  private static String ofCause(Section cause, Grain grain) {
    String message = grained(grain, masked(cause.message));
    return " <- " + typeName(cause.type) + (message.isEmpty() ? "" : ": " + message);
  }

  private static List<Frame> frames(Section primary, Section root) {
    for (Section section : List.of(root, primary)) {
      List<Frame> own = section.ownFrames();
      if (!own.isEmpty()) {
        return own;
      }
    }
    return primary.anyFrames();
  }

  private String type() {
    return typeOf(failure, primary);
  }

  private static String typeOf(FailureText failure, Section primary) {
    if (failure.type() != null && !failure.type().isBlank()) {
      return typeName(PlainText.of(failure.type(), FailureLimits.NAME_CHARS_MAX).strip());
    }
    Headers.Header declared = header(failure.message());
    return typeName(declared == null ? primary.type : declared.type());
  }

  private static String messageOf(FailureText failure, Section primary) {
    String declared = failure.message();
    if (declared == null || declared.isBlank()) {
      return masked(primary.message);
    }
    String plain = PlainText.of(declared, FailureLimits.TRACE_CHARS_MAX);
    Section told = TraceReader.read(plain).getFirst();
    String text = masked(told.message);
    if (told.type.isEmpty()) {
      return text.isEmpty() ? masked(primary.message) : text;
    }
    boolean known = typeOf(failure, primary).equals(typeName(told.type));
    return known ? text : typeName(told.type) + ": " + text;
  }

  private static Headers.@Nullable Header header(@Nullable String message) {
    if (message == null) {
      return null;
    }
    String plain = PlainText.of(message, FailureLimits.LINE_CHARS_MAX).strip();
    int end = plain.indexOf('\n');
    return Headers.parse(end < 0 ? plain : plain.substring(0, end));
  }

  private static String typeName(String type) {
    return Masks.mask(type);
  }

  private static String masked(List<String> lines) {
    List<String> masked = new ArrayList<>(lines.size());
    for (String line : lines) {
      masked.add(Masks.mask(bounded(line)));
    }
    String joined = String.join(LINE, masked);
    return joined.length() > FailureLimits.MESSAGE_CHARS_MAX
        ? joined.substring(0, FailureLimits.MESSAGE_CHARS_MAX)
        : joined;
  }

  private static String bounded(String line) {
    return PlainText.of(line, FailureLimits.LINE_CHARS_MAX);
  }

  /** The first characters of {@code text}, never half of a surrogate pair. */
  private static String cut(String text) {
    if (text.length() <= FailureLimits.TEXT_CHARS_MAX) {
      return text;
    }
    int end = FailureLimits.TEXT_CHARS_MAX - 1;
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + "…";
  }
}
