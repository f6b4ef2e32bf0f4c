package dev.assay.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A configuration as somebody wrote it: which line says what. */
final class Written {

  private final String name;
  private final @Nullable Node root;
  private final Set<List<String>> leftOut = new HashSet<>();

  /** What {@code text} says, which is YAML; {@code name} is told in errors. */
  Written(String text, String name) {
    this.name = name;
    this.root = new Compose(Yaml.settings(name)).composeString(text).orElse(null);
  }

  /**
   * Where something stands.
   *
   * @param path the steps to it
   * @param line its line, from 1, or null when the text does not have it
   */
  private record Place(List<String> path, @Nullable Integer line) {}

  /** The mistake that {@code rejection} of this as {@code type} tells. */
  Yaml.Mistake mistake(Rejection rejection, Class<?> type) {
    String field = rejection.field();
    if (field == null) {
      return mistake(null, rejection.detail());
    }
    List<String> path = path(field);
    String hint =
        rejection.code() == ErrorCode.UNKNOWN_FIELD && type.isRecord()
            ? new KnownKeys(type).nearest(path).map(key -> "; did you mean " + key + "?").orElse("")
            : "";
    return mistake(
        place(path, rejection.detail()).line(), rejection.detail() + " (at " + field + ")" + hint);
  }

  /** Whether {@code rejection} only misses what was left out. */
  boolean missesWhatWasLeftOut(Rejection rejection) {
    String field = rejection.field();
    List<String> parent = field == null ? List.of() : path(field);
    return leftOut.stream()
        .anyMatch(path ->
            path.subList(0, path.size() - 1).equals(parent)
                && rejection.detail().contains(path.getLast() + ", found none"));
  }

  private Yaml.Mistake mistake(@Nullable Integer line, String detail) {
    return Yaml.mistake(line, name, detail);
  }

  /** That {@code variable}, which it may name, stands for nothing. */
  Yaml.Mistake missing(String variable) {
    return mistake(
        variables().get(variable), "expected a value of the variable " + variable + ", found none");
  }

  /** The variables that it names, with the line of the first place. */
  Map<String, Integer> variables() {
    Map<String, Integer> found = new LinkedHashMap<>();
    variables(root, found, Json.DEPTH_MAX);
    return found;
  }

  private static void variables(@Nullable Node node, Map<String, Integer> found, int depthLeft) {
    if (depthLeft == 0) {
      return;
    }
    switch (node) {
      case MappingNode members ->
          members.getValue().forEach(each -> variables(each.getValueNode(), found, depthLeft - 1));
      case SequenceNode elements ->
          elements.getValue().forEach(each -> variables(each, found, depthLeft - 1));
      case ScalarNode scalar -> {
        Matcher matcher = Yaml.VARIABLE.matcher(scalar.getValue());
        while (matcher.find()) {
          Integer line = line(scalar);
          if (line != null) {
            found.putIfAbsent(matcher.group(1), line);
          }
        }
      }
      case null, default -> {}
    }
  }

  /**
   * Takes what {@code rejection} is about out of {@code tree}, and out of this.
   *
   * @return whether there was anything to take
   */
  boolean leaveOut(Rejection rejection, JsonNode tree) {
    String field = rejection.field();
    if (field == null) {
      return false;
    }
    List<String> path = place(path(field), rejection.detail()).path();
    while (!path.isEmpty()) {
      List<String> parents = path.subList(0, path.size() - 1);
      if (removed(at(tree, parents), path.getLast())) {
        remove(parents, path.getLast());
        leftOut.add(path);
        return true;
      }
      path = parents;
    }
    return false;
  }

  private static JsonNode at(JsonNode tree, List<String> path) {
    JsonNode at = tree;
    for (String step : path) {
      at = at.isArray() && index(step) ? at.path(Integer.parseInt(step)) : at.path(step);
    }
    return at;
  }

  private static boolean removed(JsonNode parent, String step) {
    return switch (parent) {
      case ObjectNode object -> object.remove(step) != null;
      case ArrayNode array -> index(step) && array.remove(Integer.parseInt(step)) != null;
      default -> false;
    };
  }

  private void remove(List<String> parents, String step) {
    Node at = root;
    for (String each : parents) {
      NodeTuple found = member(at, each);
      at = found == null ? element(at, each) : found.getValueNode();
    }
    NodeTuple member = member(at, step);
    if (at instanceof MappingNode members && member != null) {
      members.getValue().remove(member);
    } else if (at instanceof SequenceNode elements && element(at, step) != null) {
      elements.getValue().remove(Integer.parseInt(step));
    }
  }

  private static List<String> path(String field) {
    return List.of(field.replace(".[", ".").replace("]", "").split("\\.", -1));
  }

  /** Where {@code path} stands, or what is in it that {@code detail} names first. */
  private Place place(List<String> path, String detail) {
    Node at = root;
    Integer line = null;
    StringBuilder key = new StringBuilder();
    for (String step : path) {
      key.append(step).append('.');
      Node element = index(step) ? element(at, step) : concerned(at, step, detail);
      if (element != null) {
        line = line(element);
        at = element;
      }
      NodeTuple found = member(at, step);
      if (found != null) {
        line = line(found.getKeyNode());
        at = found.getValueNode();
      } else if (element == null) {
        at = null;
      }
    }
    List<String> whole = new ArrayList<>(path);
    for (ScalarNode named = told(at, key, detail); named != null; named = told(at, key, detail)) {
      line = line(named);
      at = Objects.requireNonNull(member(at, named.getValue())).getValueNode();
      whole.add(named.getValue());
      key.append(named.getValue()).append('.');
    }
    return new Place(whole, line);
  }

  /**
   * The element of {@code node}, a list, that {@code detail} tells of by a member alone: the first
   * that has what was found, or lacks the member; null when there is none.
   */
  private static @Nullable Node concerned(@Nullable Node node, String member, String detail) {
    return node instanceof SequenceNode elements
        ? elements.getValue().stream()
            .filter(each -> tells(member(each, member), detail))
            .findFirst()
            .orElse(null)
        : null;
  }

  private static boolean tells(@Nullable NodeTuple found, String detail) {
    return found == null
        ? detail.endsWith(", found none")
        : found.getValueNode() instanceof ScalarNode said
            && detail.contains(", found " + Require.quoted(said.getValue()));
  }

  /** The key of {@code node} that {@code detail} names first, after {@code path}. */
  private static @Nullable ScalarNode told(@Nullable Node node, CharSequence path, String detail) {
    ScalarNode first = null;
    int before = detail.length();
    if (node instanceof MappingNode members) {
      for (NodeTuple each : members.getValue()) {
        if (each.getKeyNode() instanceof ScalarNode named) {
          Matcher whole =
              Pattern.compile(Pattern.quote(path + named.getValue()) + "[ .]").matcher(detail);
          if (whole.find() && whole.start() < before) {
            first = named;
            before = whole.start();
          }
        }
      }
    }
    return first;
  }

  private static @Nullable Integer line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(null);
  }

  private static @Nullable NodeTuple member(@Nullable Node node, String key) {
    return node instanceof MappingNode members
        ? members.getValue().stream()
            .filter(each ->
                each.getKeyNode() instanceof ScalarNode named && named.getValue().equals(key))
            .findFirst()
            .orElse(null)
        : null;
  }

  private static @Nullable Node element(@Nullable Node node, String index) {
    return node instanceof SequenceNode elements && index(index)
        ? elements.getValue().stream().skip(Integer.parseInt(index)).findFirst().orElse(null)
        : null;
  }

  private static boolean index(String step) {
    return step.matches("[0-9]{1,4}");
  }
}
