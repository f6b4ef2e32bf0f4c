package dev.assay.config;

import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * What is wrong with a text as YAML, with its line. The loader has no line for all of it, takes
 * some of it for nothing, and goes down into the rest by recursion.
 */
final class Syntax {

  /** How often what has members or elements may be repeated by an alias. */
  static final int ALIASES_MAX = 10;

  private static final String CORE = "tag:yaml.org,2002:";

  private final LoadSettings settings;
  private final Deque<Open> open = new ArrayDeque<>();
  private final Set<Anchor> collections = new HashSet<>();
  private int aliases;

  private Syntax(String name) {
    this.settings = Yaml.settings(name);
  }

  /** A mapping or list that has begun. */
  private static final class Open {

    private final boolean mapping;
    private final @Nullable Anchor anchor;
    private int nodes;

    Open(CollectionStartEvent start) {
      this.mapping = start instanceof MappingStartEvent;
      this.anchor = start.getAnchor().orElse(null);
    }

    /** Whether the next node in it is a key. */
    boolean awaitsKey() {
      return mapping && nodes++ % 2 == 0;
    }
  }

  /**
   * The first mistake of {@code text}.
   *
   * @throws YamlEngineException when it is no YAML; {@link #told} tells of it
   */
  static Optional<Yaml.Mistake> mistake(String text, String name) {
    Syntax syntax = new Syntax(name);
    for (Event event : new Parse(syntax.settings).parseString(text)) {
      String found = event instanceof NodeEvent node ? syntax.wrong(node) : null;
      if (found != null) {
        return Optional.of(Yaml.mistake(line(event), name, found));
      }
      if (event instanceof CollectionEndEvent) {
        syntax.open.pop();
      }
    }
    return Optional.empty();
  }

  private @Nullable String wrong(NodeEvent node) {
    Open around = open.peek();
    if (around == null && !(node instanceof MappingStartEvent) && !saysNothing(node)) {
      return "expected keys with values, found something else";
    }
    boolean key = around != null && around.awaitsKey();
    boolean collection =
        node instanceof CollectionStartEvent
            || node instanceof AliasEvent alias && collections.contains(alias.getAlias());
    if (collection && key) {
      return "expected a text as key, found a mapping or list";
    }
    if (node instanceof CollectionStartEvent start) {
      open.push(new Open(start));
      start.getAnchor().ifPresent(collections::add);
      return open.size() > Json.DEPTH_MAX ? Yaml.tooDeep() : null;
    }
    if (node instanceof ScalarEvent scalar) {
      scalar.getAnchor().ifPresent(collections::remove);
      return mistagged(scalar);
    }
    return collection ? aliased(((AliasEvent) node).getAlias()) : null;
  }

  private boolean saysNothing(NodeEvent node) {
    return node instanceof ScalarEvent scalar
        && scalar.isPlain()
        && resolved(scalar).equals(Tag.NULL);
  }

  private Tag resolved(ScalarEvent scalar) {
    return settings.getSchema().getScalarResolver().resolve(scalar.getValue(), true);
  }

  private @Nullable String aliased(Anchor alias) {
    if (open.stream().anyMatch(each -> alias.equals(each.anchor))) {
      return "expected an alias of something else, found one of what it is in";
    }
    return ++aliases > ALIASES_MAX
        ? "expected at most " + ALIASES_MAX + " aliases of mappings and lists, found more"
        : null;
  }

  /** That a value is not what its tag says; any value may be a text. */
  private @Nullable String mistagged(ScalarEvent scalar) {
    String tag = scalar.getTag().orElse("!");
    if (tag.equals("!") || tag.equals(Tag.STR.getValue())) {
      return null;
    }
    Tag is = resolved(scalar);
    boolean fits =
        tag.equals(is.getValue()) || tag.equals(Tag.FLOAT.getValue()) && is.equals(Tag.INT);
    return fits
        ? null
        : "expected a value that its tag fits, found "
            + Require.quoted(tag.replace(CORE, "!!"))
            + " before another; leave the tag out";
  }

  /** What the parser or the loader found wrong with {@code text}. */
  static Yaml.Mistake told(YamlEngineException e, String text, String name) {
    String found = String.valueOf(e.getMessage());
    @Nullable Integer line = null;
    if (e instanceof MarkedYamlEngineException marked) {
      found = "a fault: " + marked.getProblem();
      line = marked.getProblemMark().map(mark -> mark.getLine() + 1).orElse(null);
    } else if (e instanceof ReaderException reader) {
      found = "the character U+%04X, which may not be there".formatted(reader.getCodePoint());
      line = lineOf(reader.getPosition(), text);
    } else if (e instanceof YamlVersionException version) {
      found = "version " + version.getSpecVersion().getRepresentation() + "; leave %YAML out";
      line = lineOf(text.indexOf("%YAML"), text);
    }
    return Yaml.mistake(line, name, "expected YAML 1.2, found " + found);
  }

  private static int lineOf(int position, String text) {
    return 1 + (int) text.codePoints().limit(Math.max(0, position)).filter(c -> c == '\n').count();
  }

  private static @Nullable Integer line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(null);
  }
}
