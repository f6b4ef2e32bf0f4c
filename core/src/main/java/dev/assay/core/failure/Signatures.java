package dev.assay.core.failure;

import static java.util.stream.Collectors.joining;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.FailureSignature;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes failure signatures. The canonical form is the exception type, the masked message, the type
 * and message of each distinct cause, and the nearest own frames without line numbers, and the
 * test's name when no own frame names a function; the id is the beginning of its SHA-256.
 */
public final class Signatures {

  /** The kind of a signature that an exception gave. */
  public static final String EXCEPTION = "exception";

  /** The kind of a signature of a failure without exception or frames. */
  public static final String FAILURE = "failure";

  private Signatures() {}

  /** The signature of one failing test. */
  public static FailureSignature ofFailure(FailureText failure) {
    List<Section> sections = outermostFirst(sections(failure.trace()));
    Section primary = sections.getFirst();
    String type = typeOf(failure, primary);
    String message = messageOf(failure, primary);
    StringBuilder canonical = new StringBuilder(type);
    if (!message.isEmpty()) {
      canonical.append(type.isEmpty() ? "" : ": ").append(message);
    }
    sections.stream()
        .skip(1)
        .filter(cause -> !cause.type.isEmpty())
        .map(Signatures::ofCause)
        .distinct()
        .forEach(canonical::append);
    List<Frame> frames = frames(primary, sections.getLast());
    if (!frames.isEmpty()) {
      canonical.append(frames.stream().map(Frame::text).collect(joining(" < ", " at ", "")));
    }
    if (frames.stream().noneMatch(Frame::tells)) {
      canonical.append(" in ").append(Masks.mask(bounded(failure.test())));
    }
    return signature(type.isEmpty() && frames.isEmpty() ? FAILURE : EXCEPTION, canonical);
  }

  /** The signature of anything else, such as a lint finding or an exit code. */
  public static FailureSignature of(String kind, String text) {
    return signature(kind, masked(List.of(PlainText.of(text, FailureLimits.LINE_CHARS_MAX))));
  }

  private static FailureSignature signature(String kind, CharSequence canonical) {
    String full = canonical.toString().strip();
    String text = full.isEmpty() ? "(nothing is told about the failure)" : full;
    String id = Digests.sha256Hex(kind + "\n" + text).substring(0, FailureLimits.ID_CHARS);
    return new FailureSignature(id, kind, cut(text));
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

  private static String ofCause(Section cause) {
    String message = masked(cause.message);
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
    String joined = String.join(" / ", masked);
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
