package dev.assay.delegation.hook;

import dev.assay.delegation.DelegationLimits;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The scalar members of the YAML between the first two {@code ---} lines of a text. Members with
 * lists or mappings are passed over; nothing recurses.
 */
final class FrontMatter {

  private static final String FENCE = "---";
  private static final Set<String> KEYS = Set.of("event", "priority", "when", "script");

  private final Iterator<Event> events;

  private FrontMatter(Iterator<Event> events) {
    this.events = events;
  }

  /**
   * The members of {@code text}'s front matter.
   *
   * @throws IllegalArgumentException when there is none, or it is not a YAML mapping
   */
  static Map<String, String> read(String text) {
    LoadSettings settings =
        LoadSettings.builder().setCodePointLimit(DelegationLimits.SCRIPT_BYTES_MAX).build();
    try {
      Iterator<Event> events = new Parse(settings).parseString(between(text)).iterator();
      return new FrontMatter(events).members();
    } catch (MarkedYamlEngineException e) {
      throw new IllegalArgumentException(
          "expected YAML front matter, found "
              + e.getProblem()
              + e.getProblemMark().map(mark -> " at line " + (mark.getLine() + 2)).orElse(""),
          e);
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException("expected YAML front matter, found another text", e);
    }
  }

  private static String between(String text) {
    String[] lines = text.split("\n", -1);
    if (!lines[0].stripTrailing().equals(FENCE)) {
      throw missing();
    }
    StringBuilder yaml = new StringBuilder();
    for (int i = 1; i < lines.length; i++) {
      if (lines[i].stripTrailing().equals(FENCE)) {
        return yaml.toString();
      }
      yaml.append(lines[i]).append('\n');
    }
    throw missing();
  }

  private static IllegalArgumentException missing() {
    return new IllegalArgumentException(
        "missing front matter: expected YAML between a first line --- and another line ---");
  }

  private Map<String, String> members() {
    Map<String, String> members = new LinkedHashMap<>();
    Event event = next();
    while (event.getEventId() == Event.ID.StreamStart
        || event.getEventId() == Event.ID.DocumentStart) {
      event = next();
    }
    if (event.getEventId() == Event.ID.StreamEnd) {
      return members;
    }
    if (event.getEventId() != Event.ID.MappingStart) {
      throw new IllegalArgumentException("expected a YAML mapping as front matter");
    }
    for (event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
      if (!(event instanceof ScalarEvent key)) {
        throw new IllegalArgumentException("expected plain names as keys of the front matter");
      }
      Optional<String> value = value(key.getValue());
      if (value.isPresent() && members.putIfAbsent(key.getValue(), value.get()) != null) {
        throw new IllegalArgumentException("expected the key " + key.getValue() + " once");
      }
    }
    return members;
  }

  /** The text of a scalar; empty for null, and for a list or mapping under an unknown key. */
  private Optional<String> value(String key) {
    Event event = next();
    if (event instanceof ScalarEvent scalar) {
      boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
      String text = scalar.getValue();
      boolean isNull = plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
      return isNull ? Optional.empty() : Optional.of(text);
    }
    if (KEYS.contains(key)) {
      throw new IllegalArgumentException("expected text as " + key + ", found another value");
    }
    int depth = 0;
    while (true) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
      if (depth == 0) {
        return Optional.empty();
      }
      event = next();
    }
  }

  private Event next() {
    if (!events.hasNext()) {
      throw new IllegalArgumentException("expected a whole YAML document as front matter");
    }
    return events.next();
  }
}
