package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules, or the notifications, of one run's driver and extensions, found by place, GUID or id
 * (SARIF section 3.52). A reference to a place, GUID or component that does not exist ends the
 * reading.
 */
final class SarifRules {

  private static final int ID_LEVELS_MAX = 16;

  private static final class Component {
    final List<SarifRule> byIndex = new ArrayList<>();
    final Map<String, SarifRule> byName = new HashMap<>();
  }

  /** Stands for several components with one name. */
  private static final Component AMBIGUOUS = new Component();

  private final Component driver = new Component();
  private final List<Component> extensions = new ArrayList<>();
  private final Map<String, Component> components = new HashMap<>();

  /** The rules of all extensions. */
  private final Map<String, SarifRule> extended = new HashMap<>();

  private int count;

  /**
   * Reads the driver.
   *
   * @param notifications takes the descriptions of notifications that stand beside the rules
   */
  void driver(JsonCursor cursor, SarifRules notifications) throws IOException {
    component(cursor, driver, notifications, notifications.driver);
  }

  /** Reads the next extension, its notifications as those of the driver. */
  void extension(JsonCursor cursor, SarifRules notifications) throws IOException {
    component(cursor, extension(), notifications, notifications.extension());
  }

  private Component extension() throws UnreadableReportException {
    bounded(extensions.size());
    Component extension = new Component();
    extensions.add(extension);
    return extension;
  }

  private void component(
      JsonCursor cursor, Component component, SarifRules notifications, Component theirs)
      throws IOException {
    cursor.object(
        Set.of("rules", "notifications", "guid", "name"),
        member -> {
          switch (member) {
            case "rules" -> cursor.array(() -> rule(cursor, component));
            case "notifications" -> cursor.array(() -> notifications.rule(cursor, theirs));
            default -> {
              String name = SarifReference.bounded(cursor.textOrSkip());
              called(name, component);
              notifications.called(name, theirs);
            }
          }
        });
  }

  private void called(String name, Component component) {
    components.merge(name, component, (a, b) -> a.equals(b) ? a : AMBIGUOUS);
  }

  private void rule(JsonCursor cursor, Component component) throws IOException {
    String[] idAndGuid = {"", ""};
    Severity[] level = {Severity.WARNING};
    cursor.object(
        Set.of("id", "guid", "defaultConfiguration"),
        member -> {
          switch (member) {
            case "id" -> idAndGuid[0] = SarifReference.bounded(cursor.text());
            case "guid" -> idAndGuid[1] = SarifReference.bounded(cursor.textOrSkip());
            default -> cursor.object(Set.of("level"), _ -> level[0] = level(cursor.text()));
          }
        });
    bounded(count++);
    SarifRule rule = new SarifRule(idAndGuid[0], level[0]);
    component.byIndex.add(rule);
    for (String name : idAndGuid) {
      name(component.byName, name, rule);
      if (!component.equals(driver)) {
        name(extended, name, rule);
      }
    }
  }

  private static void name(Map<String, SarifRule> names, String name, SarifRule rule) {
    if (!name.isEmpty()) {
      names.merge(name, rule, SarifRule::together);
    }
  }

  private static void bounded(int held) throws UnreadableReportException {
    if (held >= TestReportLimits.RULES_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
  }

  /** The level of what a reference names; without a description it is the standard's default. */
  Severity level(SarifReference reference, long invocation) throws UnreadableReportException {
    SarifRule placed = placed(reference);
    SarifRule named = agree(placed, reference) ? null : named(reference);
    if (placed == null) {
      return named == null ? Severity.WARNING : named.level(invocation);
    }
    Severity level = placed.level(invocation);
    return named == null ? level : SarifRule.WORSE.apply(level, named.level(invocation));
  }

  /** Gives a rule another level in one invocation; the rule need not be described. */
  void override(SarifReference reference, long invocation, Severity level)
      throws UnreadableReportException {
    SarifRule placed = placed(reference);
    if (placed != null && !agree(placed, reference)) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    SarifRule rule = placed == null ? named(reference) : placed;
    if (rule == null) {
      if (reference.id().isEmpty()) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      Component reported = component(reference);
      rule = new SarifRule(reference.id(), Severity.WARNING);
      (reported == null ? driver : reported).byName.put(reference.id(), rule);
    }
    rule.override(invocation, level, reference.id());
  }

  private static boolean agree(@Nullable SarifRule placed, SarifReference reference) {
    return placed != null && (reference.id().isEmpty() || placed.bears(reference.id()));
  }

  private @Nullable SarifRule placed(SarifReference reference) throws UnreadableReportException {
    if (reference.index() < 0) {
      return null;
    }
    Component reported = component(reference);
    return at((reported == null ? driver : reported).byIndex, reference.index());
  }

  /**
   * The rule by name: in the component that is reported, else in the driver, else in any extension.
   */
  private @Nullable SarifRule named(SarifReference reference) throws UnreadableReportException {
    Component reported = component(reference);
    SarifRule found = reported == null ? null : named(reference, reported.byName);
    found = found == null ? named(reference, driver.byName) : found;
    found = found == null ? named(reference, extended) : found;
    if (found == null && reference.id().isEmpty() && !reference.guid().isEmpty()) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return found;
  }

  /** An id names the rule with the longest id that it equals or lies below. */
  private static @Nullable SarifRule named(SarifReference reference, Map<String, SarifRule> names)
      throws UnreadableReportException {
    SarifRule found = names.get(reference.guid());
    String id = reference.id();
    for (int levels = 0; found == null && !id.isEmpty(); levels++) {
      if (levels == ID_LEVELS_MAX) {
        throw new UnreadableReportException(InconclusiveReason.TOO_DEEP);
      }
      found = names.get(id);
      id = id.substring(0, Math.max(0, id.lastIndexOf('/')));
    }
    return found;
  }

  /** The component that a reference tells, or null when it tells none. */
  private @Nullable Component component(SarifReference reference) throws UnreadableReportException {
    if (reference.extension() >= 0) {
      return at(extensions, reference.extension());
    }
    if (reference.component().isEmpty()) {
      return null;
    }
    Component reported = components.get(reference.component());
    if (reported == null || reported.equals(AMBIGUOUS)) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return reported;
  }

  private static <T> T at(List<T> list, long index) throws UnreadableReportException {
    if (index >= list.size()) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return list.get((int) index);
  }

  static Severity level(String word) throws UnreadableReportException {
    Severity severity = Severity.of(word);
    if (severity == null) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return severity;
  }
}
