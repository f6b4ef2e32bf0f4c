package dev.assay.core.log;

import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.RejectedInputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a policy file line by line. Octets above 0x7f are opaque: they are kept as characters of
 * the same value, and keys are read from them as UTF-8. For one file.
 */
final class TlogPolicyReader {

  private final List<TlogPolicy.Log> logs = new ArrayList<>();
  private final List<TlogPolicy.Witness> witnesses = new ArrayList<>();
  private final Map<String, TlogPolicy.Group> groups = new HashMap<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> members = new HashSet<>();
  private final Set<Ed25519PublicKey> logKeys = new HashSet<>();
  private final Set<Ed25519PublicKey> witnessKeys = new HashSet<>();
  private @Nullable String quorum;

  TlogPolicy read(byte[] file) {
    if (file.length > LogTextLimits.POLICY_BYTES_MAX) {
      throw invalid(
          "a policy of at most " + LogTextLimits.POLICY_BYTES_MAX + " bytes",
          file.length + " bytes");
    }
    String text = new String(file, StandardCharsets.ISO_8859_1);
    if (text.chars().anyMatch(c -> c < 0x20 && c != '\t' && c != '\n' || c == 0x7f)) {
      throw invalid("no control characters but tab and newline", "others");
    }
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      List<String> words = words(line);
      if (!words.isEmpty() && !words.getFirst().startsWith("#")) {
        take(words, number);
      }
    }
    if (quorum == null) {
      throw invalid("a quorum line", "none");
    }
    return new TlogPolicy(logs, witnesses, groups, quorum);
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    for (String word : line.split("[ \t]", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  private void take(List<String> words, int line) {
    try {
      switch (words.getFirst()) {
        case "log" -> log(words);
        case "witness" -> witness(words);
        case "group" -> group(words);
        case "quorum" -> quorum(words);
        default -> throw invalid("log, witness, group or quorum", words.getFirst());
      }
    } catch (RejectedInputException e) {
      throw invalid(e.expected() + " in line " + line, e.found());
    }
  }

  private void log(List<String> words) {
    requireWords(words, 2, 3, "log <vkey> [<url>]");
    NoteKey key = NoteKey.parse(utf8(words.get(1)));
    requireRoom(logs.size(), "logs");
    if (!logKeys.add(key.key())) {
      throw invalid("each log once", key.vkey());
    }
    logs.add(new TlogPolicy.Log(key, words.size() == 3 ? words.get(2) : null));
  }

  private void witness(List<String> words) {
    requireWords(words, 3, 4, "witness <name> <vkey> [<url>]");
    CosignerKey key = CosignerKey.parse(utf8(words.get(2)));
    requireRoom(witnesses.size(), "witnesses");
    if (!witnessKeys.add(key.key())) {
      throw invalid("each witness once", key.vkey());
    }
    define(words.get(1));
    witnesses.add(
        new TlogPolicy.Witness(words.get(1), key, words.size() == 4 ? words.get(3) : null));
  }

  private void group(List<String> words) {
    requireWords(words, 4, Integer.MAX_VALUE, "group <name> all|any|<k> <name>...");
    List<String> listed = words.subList(3, words.size());
    requireRoom(groups.size(), "groups");
    for (String member : listed) {
      requireDefined(member);
      if (!members.add(member)) {
        throw invalid("each name as a member once", member);
      }
    }
    int threshold =
        switch (words.get(2)) {
          case "all" -> listed.size();
          case "any" -> 1;
          default -> threshold(words.get(2), listed.size());
        };
    define(words.get(1));
    groups.put(words.get(1), new TlogPolicy.Group(threshold, listed));
  }

  private static int threshold(String text, int members) {
    long k = Checkpoint.decimal(text).orElse(0);
    if (k < 1 || k > members) {
      throw invalid("all, any or a number from 1 to " + members, text);
    }
    return (int) k;
  }

  private void quorum(List<String> words) {
    requireWords(words, 2, 2, "quorum <name>");
    if (quorum != null) {
      throw invalid("one quorum line", "another");
    }
    if (!words.get(1).equals(TlogPolicy.NONE)) {
      requireDefined(words.get(1));
    }
    quorum = words.get(1);
  }

  private void define(String name) {
    if (name.equals(TlogPolicy.NONE) || !names.add(name)) {
      throw invalid("a name that no other line has", name);
    }
  }

  private void requireDefined(String name) {
    if (!names.contains(name)) {
      throw invalid("a name that an earlier line defines", name);
    }
  }

  private static void requireWords(List<String> words, int min, int max, String form) {
    if (words.size() < min || words.size() > max) {
      throw invalid(form, words.size() + " words");
    }
  }

  private static void requireRoom(int there, String what) {
    if (there == LogTextLimits.POLICY_LINES_MAX) {
      throw invalid("at most " + LogTextLimits.POLICY_LINES_MAX + " " + what, "more");
    }
  }

  private static String utf8(String word) {
    return new String(word.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("tlog-policy-invalid", expected, found);
  }
}
