package dev.assay.cfverify.cli;

import dev.assay.cfverify.cli.SettingsReader.SettingsLimits;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The shape of a small YAML document, built from parser events: nothing is constructed, tags are
 * not resolved, and aliases are refused, so that a document costs no more than its own size.
 */
sealed interface YamlTree {

  /** A scalar as written; {@code plain} when it has no quotes and so may be a number or a truth. */
  record Scalar(String text, boolean plain) implements YamlTree {}

  /** A mapping from scalar keys. */
  record Mapping(Map<String, YamlTree> members) implements YamlTree {}

  /** A sequence; no setting is one. */
  record Sequence() implements YamlTree {}

  /** The text is not YAML of the kind that settings need. */
  final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String problem) {
      super(problem, null, false, false);
    }
  }

  /** Parses one document; an empty one is an empty mapping. */
  static YamlTree parse(String yaml) throws MalformedException {
    LoadSettings settings =
        LoadSettings.builder().setCodePointLimit(yaml.length() + 1).setUseMarks(false).build();
    try {
      Iterator<Event> events = new Parse(settings).parseString(yaml).iterator();
      next(events, Event.ID.StreamStart);
      Event first = events.next();
      if (first.getEventId() == Event.ID.StreamEnd) {
        return new Mapping(Map.of());
      }
      YamlTree tree = node(events, events.next(), 0);
      next(events, Event.ID.DocumentEnd);
      next(events, Event.ID.StreamEnd);
      return tree;
    } catch (YamlEngineException e) {
      throw new MalformedException("it is not valid YAML");
    }
  }

  private static void next(Iterator<Event> events, Event.ID expected) throws MalformedException {
    if (events.next().getEventId() != expected) {
      throw new MalformedException("it holds more than one document");
    }
  }

  private static YamlTree node(Iterator<Event> events, Event event, int depth)
      throws MalformedException {
    if (depth > SettingsLimits.YAML_DEPTH_MAX) {
      throw new MalformedException("it is nested too deeply");
    }
    return switch (event) {
      case ScalarEvent scalar ->
          new Scalar(scalar.getValue(), scalar.getScalarStyle() == ScalarStyle.PLAIN);
      case MappingStartEvent _ -> mapping(events, depth);
      case SequenceStartEvent _ -> sequence(events, depth);
      default -> throw new MalformedException("it uses aliases");
    };
  }

  private static YamlTree mapping(Iterator<Event> events, int depth) throws MalformedException {
    Map<String, YamlTree> members = new LinkedHashMap<>();
    for (Event key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
      if (!(key instanceof ScalarEvent scalar)) {
        throw new MalformedException("a key is not a word");
      }
      if (members.put(scalar.getValue(), node(events, events.next(), depth + 1)) != null) {
        throw new MalformedException("a key is there twice");
      }
    }
    return new Mapping(members);
  }

  private static YamlTree sequence(Iterator<Event> events, int depth) throws MalformedException {
    for (Event item = events.next();
        item.getEventId() != Event.ID.SequenceEnd;
        item = events.next()) {
      node(events, item, depth + 1);
    }
    return new Sequence();
  }
}
