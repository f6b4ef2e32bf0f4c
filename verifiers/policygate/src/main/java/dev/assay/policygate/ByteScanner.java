package dev.assay.policygate;

import com.google.re2j.Matcher;
import dev.assay.verifier.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Looks for the rules in a stream of any size: keywords in one pass, and at each keyword the rule's
 * linear-time pattern over at most {@link PolicyGateLimits#WINDOW_BYTES} bytes. What was found is
 * kept as kind and place only.
 */
final class ByteScanner {

  /** A find: {@code length} bytes at {@code offset}. */
  record Find(ScanRule rule, long offset, long length) {

    boolean overlaps(Find other) {
      return offset < other.offset + other.length && other.offset < offset + length;
    }
  }

  private static final int BUFFER_BYTES = 128 * 1024;

  private final ScanRules rules = ScanRules.standard();
  private final Set<Check> checks;
  private final Set<String> ignoredKinds;
  private final LongSupplier nanosLeft;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final List<Find> finds = new ArrayList<>();
  private long base;
  private int limit;
  private int state = KeywordAutomaton.START;
  private int candidates;
  private int secrets;
  private int injections;
  private long secretsOmitted;
  private long injectionsOmitted;
  private boolean tooLarge;
  private boolean zeros;

  ByteScanner(Set<Check> checks, Set<String> ignoredKinds, LongSupplier nanosLeft) {
    this.checks = checks;
    this.ignoredKinds = ignoredKinds;
    this.nanosLeft = nanosLeft;
  }

  /** What was found, in the order of the bytes. */
  List<Find> finds() {
    return finds;
  }

  /** Secrets beyond those listed. */
  long secretsOmitted() {
    return secretsOmitted;
  }

  /** Injected instructions beyond those listed. */
  long injectionsOmitted() {
    return injectionsOmitted;
  }

  /** Whether rules were tried too often, so that later places were not looked at. */
  boolean tooMany() {
    return candidates > PolicyGateLimits.CANDIDATES_MAX;
  }

  /** Whether the stream was longer than is read. */
  boolean tooLarge() {
    return tooLarge;
  }

  /** Whether a byte is zero, as in text of more than a byte for each letter. */
  boolean hasZeros() {
    return zeros;
  }

  /** Bytes read. */
  long bytes() {
    return base + limit;
  }

  /** Reads {@code in} to its end or to the size limit. */
  void scan(InputStream in) throws IOException, InterruptedException {
    int next = 0;
    while (true) {
      Deadline.check(nanosLeft);
      int count = in.read(buffer, limit, buffer.length - limit);
      boolean ended = count < 0;
      limit += Math.max(0, count);
      if (bytes() > PolicyGateLimits.ARTIFACT_BYTES_MAX) {
        tooLarge = true;
        return;
      }
      int safe = ended ? limit : limit - PolicyGateLimits.WINDOW_BYTES;
      if (!ended && limit < buffer.length && safe - next < BUFFER_BYTES / 4) {
        continue;
      }
      for (; next < safe; next++) {
        zeros |= buffer[next] == 0;
        state = rules.automaton().step(state, buffer[next]);
        for (KeywordAutomaton.Ending ending : rules.automaton().endings(state)) {
          candidate(rules.rule(ending.rule()), next + 1 - ending.length(), next + 1);
        }
      }
      if (ended) {
        return;
      }
      next = keepTail(next);
    }
  }

  /** Moves the bytes that may still matter to the front; answers where scanning goes on. */
  private int keepTail(int next) {
    int from = Math.max(0, next - PolicyGateLimits.WINDOW_BYTES / 4);
    System.arraycopy(buffer, from, buffer, 0, limit - from);
    base += from;
    limit -= from;
    return next - from;
  }

  private void candidate(ScanRule rule, int at, int after) {
    if (!checks.contains(rule.check()) || ignoredKinds.contains(rule.kind()) || tooMany()) {
      return;
    }
    if (rule.boundary() && at > 0 && wordByte(buffer[at - 1])) {
      return;
    }
    if (!rule.promising(buffer, after, limit)) {
      return;
    }
    candidates++;
    int length = Math.min(limit - at, PolicyGateLimits.WINDOW_BYTES);
    String window = new String(buffer, at, length, StandardCharsets.ISO_8859_1);
    Matcher matcher = rule.pattern().matcher(window);
    if (!matcher.lookingAt()) {
      return;
    }
    if (rule.check() == Check.SECRETS && !Credible.credible(rule, matcher.group(1))) {
      return;
    }
    add(new Find(rule, base + at + matcher.start(1), matcher.end(1) - matcher.start(1)));
  }

  private void add(Find find) {
    for (int i = finds.size() - 1; i >= 0 && i >= finds.size() - 4; i--) {
      Find known = finds.get(i);
      if (known.rule().check() == find.rule().check() && known.overlaps(find)) {
        if (known.rule().generic() && !find.rule().generic()) {
          finds.set(i, find);
        }
        return;
      }
    }
    boolean secret = find.rule().check() == Check.SECRETS;
    if (secret ? secrets < PolicyGateLimits.LISTED_MAX : injections < PolicyGateLimits.LISTED_MAX) {
      finds.add(find);
      secrets += secret ? 1 : 0;
      injections += secret ? 0 : 1;
    } else {
      secretsOmitted += secret ? 1 : 0;
      injectionsOmitted += secret ? 0 : 1;
    }
  }

  private static boolean wordByte(byte b) {
    return b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '_';
  }
}
