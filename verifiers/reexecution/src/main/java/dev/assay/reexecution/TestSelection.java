package dev.assay.reexecution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How a runner is asked for single tests. Their names are whatever the code under test calls
 * itself, so only plain ones become part of an argument, each argument is an element of its own,
 * none of them begins with a name, and no shell and no pattern reads them as anything but names.
 */
enum TestSelection {
  /** Node ids at the end: {@code tests/test_cart.py::TestCart::test_total[eur]}. */
  PYTEST {
    @Override
    Optional<String> plain(String className, String title, Predicate<String> isFile) {
      String[] parts = className.split("\\.", -1);
      if (!Stream.of(parts).allMatch(part -> WORD.matcher(part).matches())
          || !PYTEST_TITLE.matcher(title).matches()) {
        return Optional.empty();
      }
      for (int end = parts.length; end > 0; end--) {
        String file = String.join("/", List.of(parts).subList(0, end)) + ".py";
        if (isFile.test(file)) {
          List<String> node = new ArrayList<>(List.of(file));
          node.addAll(List.of(parts).subList(end, parts.length));
          node.add(title);
          return Optional.of(String.join("::", node));
        }
      }
      return Optional.empty();
    }

    @Override
    List<String> with(List<String> command, Collection<String> names) {
      return appended(command, names);
    }
  },

  /** {@code -Dtest=shop.CartTest#total,shop.TaxTest#rate}. */
  SUREFIRE {
    @Override
    Optional<String> plain(String className, String title, Predicate<String> isFile) {
      Matcher method = METHOD.matcher(title);
      return method.matches() && JAVA_CLASS.matcher(className).matches()
          ? Optional.of(className + "#" + method.group(1))
          : Optional.empty();
    }

    @Override
    List<String> with(List<String> command, Collection<String> names) {
      return appended(
          command,
          List.of("-Dtest=" + String.join(",", names), "-Dsurefire.failIfNoSpecifiedTests=false"));
    }
  },

  /** {@code -run ^(TestTotal|TestTax)$}; a subtest runs with the test that it is in. */
  GO {
    @Override
    Optional<String> plain(String className, String title, Predicate<String> isFile) {
      String top = title.split("/", 2)[0];
      return GO_TEST.matcher(top).matches() ? Optional.of(top) : Optional.empty();
    }

    @Override
    List<String> with(List<String> command, Collection<String> names) {
      return appended(command, List.of("-run", "^(" + String.join("|", names) + ")$"));
    }
  },

  /**
   * {@code -- --exact cart::tests::total}. The JUnit XML of libtest has the module as the class of
   * a unit test; other reports have the whole path as the name.
   */
  CARGO {
    @Override
    Optional<String> plain(String className, String title, Predicate<String> isFile) {
      boolean inModule = WORD.matcher(title).matches() && !RUST_ROOTS.contains(className);
      String path = inModule ? className + "::" + title : title;
      return RUST_PATH.matcher(path).matches() ? Optional.of(path) : Optional.empty();
    }

    @Override
    List<String> with(List<String> command, Collection<String> names) {
      List<String> more = new ArrayList<>();
      if (!command.contains("--")) {
        more.add("--");
      }
      more.add("--exact");
      more.addAll(names);
      return appended(command, more);
    }
  },

  /** {@code --test-name-pattern=^adds numbers$}, before the files. */
  NODE {
    @Override
    Optional<String> plain(String className, String title, Predicate<String> isFile) {
      return sentence(title);
    }

    @Override
    List<String> with(List<String> command, Collection<String> names) {
      List<String> all = new ArrayList<>(command);
      all.addAll(
          1, names.stream().map(name -> "--test-name-pattern=^" + literal(name) + "$").toList());
      return all;
    }
  },

  /** {@code --testNamePattern=(adds numbers|subtracts)$}. */
  JEST {
    @Override
    Optional<String> plain(String className, String title, Predicate<String> isFile) {
      return sentence(title);
    }

    @Override
    List<String> with(List<String> command, Collection<String> names) {
      return appended(
          command,
          List.of(
              "--testNamePattern=("
                  + String.join("|", names.stream().map(TestSelection::literal).toList())
                  + ")$"));
    }
  };

  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}");

  private static final Pattern PYTEST_TITLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}(\\[[A-Za-z0-9_.:,+=-]{1,100}\\])?");

  private static final Pattern JAVA_CLASS =
      Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]{0,99}(\\.[A-Za-z_$][A-Za-z0-9_$]{0,99}){0,20}");

  /** A method, without the arguments or the number of a repetition that reports add. */
  private static final Pattern METHOD =
      Pattern.compile("([A-Za-z_$][A-Za-z0-9_$]{0,199})([(\\[{].{0,500})?", Pattern.DOTALL);

  private static final Pattern GO_TEST = Pattern.compile("(Test|Fuzz|Example)[A-Za-z0-9_]{0,199}");

  private static final Pattern RUST_PATH =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}(::[A-Za-z_][A-Za-z0-9_]{0,99}){0,20}");

  /** What libtest writes as the class of a test that is in no module; a console log has none. */
  private static final Set<String> RUST_ROOTS = Set.of("", "crate", "integration", "unknown");

  private static final Pattern SENTENCE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_ .,:/-]{0,199}");

  /** The selection that settings name, or empty. */
  static Optional<TestSelection> parse(String name) {
    return Stream.of(values()).filter(each -> each.label().equals(name)).findFirst();
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name by which the runner knows a test; empty when it is not plain. */
  abstract Optional<String> plain(String className, String title, Predicate<String> isFile);

  /** {@code command} with the arguments that ask for {@code names}. */
  abstract List<String> with(List<String> command, Collection<String> names);

  /**
   * The command that runs {@code tests} alone, as a report names them; empty when one of them has
   * no plain name, or there are too many.
   *
   * @param isFile whether the workspace has a file at that path
   */
  Optional<List<String>> alone(
      List<String> command, Collection<String> tests, Predicate<String> isFile) {
    TreeSet<String> names = new TreeSet<>();
    for (String test : tests) {
      int blank = test.indexOf(' ');
      Optional<String> plain =
          plain(
              blank < 0 ? "" : test.substring(0, blank),
              blank < 0 ? test : test.substring(blank + 1),
              isFile);
      if (plain.isEmpty()) {
        return Optional.empty();
      }
      names.add(plain.get());
    }
    return names.isEmpty() || names.size() > ReexecutionLimits.TESTS_ALONE_MAX
        ? Optional.empty()
        : Optional.of(with(command, names));
  }

  private static Optional<String> sentence(String title) {
    return SENTENCE.matcher(title).matches() ? Optional.of(title) : Optional.empty();
  }

  /**
   * A sentence as a regular expression that matches it alone; none of its rest is a metacharacter.
   */
  private static String literal(String sentence) {
    return sentence.replace(".", "\\.");
  }

  private static List<String> appended(List<String> command, Collection<String> more) {
    List<String> all = new ArrayList<>(command);
    all.addAll(more);
    return List.copyOf(all);
  }
}
