package dev.assay.system;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A small real project: a function of one number and its tests, in one of four languages.
 *
 * @param language what it is written in
 * @param factor the function is {@code n * factor + offset}
 * @param offset see {@code factor}
 * @param brokenAt the number for which the function answers {@link #WRONG}; null when it is right
 * @param tests one for each number
 */
record ScoreProject(
    Language language, int factor, int offset, @Nullable Integer brokenAt, List<Case> tests) {

  private static final Map<String, String> RUST_FILES =
      Map.of(
          "Cargo.toml",
          "[package]\nname = \"score\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
          "run.sh",
          """
          export RUSTC_BOOTSTRAP=1
          cargo test --offline --quiet --test score -- -Z unstable-options --format junit \\
            > report.xml
          """);

  private static final Map<String, String> JAVA_FILES =
      Map.of(
          "run.sh",
          "javac -d out *.java tests/*.java && exec java -XX:TieredStopAtLevel=1 -cp out Run\n",
          "tests/Run.java",
          """
          import java.lang.reflect.InvocationTargetException;
          import java.lang.reflect.Method;
          import java.nio.file.Files;
          import java.nio.file.Path;

          /** Runs the static methods of ScoreTest that begin with "scores"; a deprecated one is skipped. */
          class Run {
            static void equal(int actual, int expected) {
              if (actual != expected) {
                throw new AssertionError("expected " + expected + " but was " + actual);
              }
            }

            public static void main(String[] args) throws Exception {
              StringBuilder cases = new StringBuilder();
              int tests = 0;
              int failures = 0;
              int skipped = 0;
              for (Method test : ScoreTest.class.getDeclaredMethods()) {
                if (!test.getName().startsWith("scores")) {
                  continue;
                }
                tests++;
                String end = "";
                if (test.isAnnotationPresent(Deprecated.class)) {
                  skipped++;
                  end = "<skipped/>";
                } else {
                  try {
                    test.invoke(null);
                  } catch (InvocationTargetException e) {
                    failures++;
                    end = "<failure type=\\"java.lang.AssertionError\\">wrong</failure>";
                  }
                }
                cases.append("<testcase classname=\\"ScoreTest\\" name=\\"" + test.getName() + "\\">" + end + "</testcase>");
              }
              Files.writeString(
                  Path.of("report.xml"),
                  "<testsuite name=\\"ScoreTest\\" tests=\\"%d\\" failures=\\"%d\\" errors=\\"0\\" skipped=\\"%d\\">%s</testsuite>"
                      .formatted(tests, failures, skipped, cases));
              System.exit(failures > 0 ? 1 : 0);
            }
          }
          """);

  /** What the function answers where it is broken. */
  static final int WRONG = -1;

  /** How a test stands in the test file. */
  enum Mode {
    RUN,
    SKIPPED,
    /** It is there under a name that no runner takes for a test. */
    RENAMED
  }

  /** A test: the function of {@code number} is {@code expected}. */
  record Case(int number, int expected, Mode mode) {}

  /** Right, with tests of these numbers. */
  static ScoreProject right(Language language, int factor, int offset, List<Integer> numbers) {
    return new ScoreProject(
        language,
        factor,
        offset,
        null,
        numbers.stream().map(n -> new Case(n, n * factor + offset, Mode.RUN)).toList());
  }

  ScoreProject brokenAt(int number) {
    return new ScoreProject(language, factor, offset, number, tests);
  }

  /** With each test as {@code change} makes it; those that it makes null are left out. */
  ScoreProject withTests(Function<Case, @Nullable Case> change) {
    List<Case> changed = new ArrayList<>();
    for (Case test : tests) {
      Case after = change.apply(test);
      if (after != null) {
        changed.add(after);
      }
    }
    return new ScoreProject(language, factor, offset, brokenAt, changed);
  }

  /** Its files, by path. */
  Map<String, String> files() {
    Map<String, String> files = new TreeMap<>(language.fixed());
    files.put(language.source, language.source(this));
    files.put(language.testFile, language.tests(tests));
    return files;
  }

  /** The report that the project's own runner writes about {@code files}. */
  static String run(Language language, Map<String, String> files, Tools tools) {
    Path directory = null;
    try {
      directory = Files.createTempDirectory("score");
      write(directory, files);
      ProcessBuilder builder =
          new ProcessBuilder(language.command(tools))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.environment().clear();
      builder.environment().putAll(language.environment(tools));
      builder.environment().put("HOME", directory.resolve("home").toString());
      Process process = builder.start();
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IllegalStateException("expected the tests to end, found that they go on");
      }
      Path report = directory.resolve("report.xml");
      return Files.exists(report) ? Files.readString(report, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      if (directory != null) {
        delete(directory);
      }
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(Path directory, Map<String, String> files) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
    }
  }

  /**
   * A tar.gz of {@code files}.
   *
   * @param links targets of symbolic links, by path
   */
  static byte[] archive(Map<String, String> files, Map<String, String> links) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
        entry.setSize(content.length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
      for (Map.Entry<String, String> link : links.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(link.getKey(), TarArchiveEntry.LF_SYMLINK);
        entry.setLinkName(link.getValue());
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Where the tools of this machine are. */
  record Tools(Path python, Path pythonHome, Path rust, Path java) {}

  /** What a project is written in, and how its tests are run. */
  enum Language {
    PYTHON("score.py", "tests/test_score.py"),
    NODE("score.js", "test/score.test.js"),
    RUST("src/lib.rs", "tests/score.rs"),
    JAVA("Score.java", "tests/ScoreTest.java");

    final String source;
    final String testFile;

    Language(String source, String testFile) {
      this.source = source;
      this.testFile = testFile;
    }

    /** What is the same in every project. */
    private Map<String, String> fixed() {
      return switch (this) {
        case PYTHON, NODE -> Map.of();
        case RUST -> RUST_FILES;
        case JAVA -> JAVA_FILES;
      };
    }

    /** Patterns of what the operator trusts: the tests and what runs them. */
    String overlays() {
      return switch (this) {
        case PYTHON ->
            "[\"tests/**\", \"**/test_*.py\", \"**/*_test.py\", \"**/conftest.py\", pytest.ini,"
                + " .pytest.ini, pytest.toml, .pytest.toml, pyproject.toml, setup.cfg, tox.ini]";
        case NODE ->
            "[\"**/test/**\", \"**/test.*\", \"**/test-*\", \"**/*.test.*\", \"**/*-test.*\","
                + " \"**/*_test.*\", package.json, .npmrc, \"**/node_modules/.bin/**\"]";
        case RUST -> "[\"tests/**\", Cargo.toml, build.rs, \".cargo/**\", run.sh]";
        case JAVA -> "[\"tests/**\", run.sh]";
      };
    }

    List<String> command(Tools tools) {
      return switch (this) {
        case PYTHON ->
            List.of(
                tools.python().toString(),
                "-I",
                "-B",
                "-c",
                "import os, sys, pytest; sys.path.append(os.getcwd()); sys.exit(pytest.main())",
                "-q",
                "-p",
                "no:cacheprovider",
                "--junitxml=report.xml");
        case NODE ->
            List.of(
                "/usr/bin/env",
                "node",
                "--test",
                "--test-reporter=junit",
                "--test-reporter-destination=report.xml");
        case RUST, JAVA -> List.of("/bin/sh", "run.sh");
      };
    }

    Map<String, String> environment(Tools tools) {
      return switch (this) {
        case PYTHON -> Map.of("PATH", "/usr/bin:/bin", "PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1");
        case NODE -> Map.of("PATH", "/usr/bin:/bin");
        case RUST -> Map.of("PATH", tools.rust().resolve("bin") + ":/usr/bin:/bin");
        case JAVA -> Map.of("PATH", tools.java().resolve("bin") + ":/usr/bin:/bin");
      };
    }

    /** Directories that a run needs to see. */
    List<Path> dependencies(Tools tools) {
      return switch (this) {
        case PYTHON -> List.of(tools.pythonHome());
        case NODE -> List.of();
        case RUST -> List.of(tools.rust());
        case JAVA -> List.of(tools.java());
      };
    }

    private String source(ScoreProject project) {
      String right = "n * " + project.factor() + " + " + project.offset();
      Integer wrongAt = project.brokenAt();
      String test = wrongAt == null ? "" : "n == " + wrongAt + " ? " + WRONG + " : ";
      return switch (this) {
        case PYTHON ->
            "def score(n):\n    return "
                + (wrongAt == null ? right : WRONG + " if n == " + wrongAt + " else " + right)
                + "\n";
        case NODE -> "exports.score = (n) => (" + test + right + ");\n";
        case RUST ->
            "pub fn score(n: i64) -> i64 {\n    "
                + (wrongAt == null
                    ? right
                    : "if n == " + wrongAt + " { " + WRONG + " } else { " + right + " }")
                + "\n}\n";
        case JAVA ->
            "class Score {\n  static int score(int n) {\n    return "
                + test
                + right
                + ";\n  }\n}\n";
      };
    }

    /** The test file; a runner reads the names in it. */
    String tests(List<Case> cases) {
      UnaryOperator<String> around =
          switch (this) {
            case PYTHON -> body -> "import pytest\nfrom score import score\n\n" + body;
            case NODE ->
                body ->
                    "const test = require('node:test');\nconst assert = require('node:assert');\n"
                        + "const { score } = require('../score.js');\n\n"
                        + body;
            case RUST -> body -> "use score::score;\n\n" + body;
            case JAVA -> body -> "class ScoreTest {\n" + body + "}\n";
          };
      return around.apply(cases.stream().map(this::test).collect(Collectors.joining()));
    }

    private String test(Case test) {
      int n = test.number();
      int is = test.expected();
      boolean skipped = test.mode() == Mode.SKIPPED;
      boolean renamed = test.mode() == Mode.RENAMED;
      return switch (this) {
        case PYTHON ->
            (skipped ? "@pytest.mark.skip\n" : "")
                + "def %s_%d():\n    assert score(%d) == %d\n\n"
                    .formatted(renamed ? "check_scores" : "test_scores", n, n, is);
        case NODE ->
            renamed
                ? "const scores%d = () => assert.strictEqual(score(%d), %d);\n".formatted(n, n, is)
                : "test('scores %d', { skip: %s }, () => assert.strictEqual(score(%d), %d));\n"
                    .formatted(n, skipped, n, is);
        case RUST ->
            (renamed ? "#[allow(dead_code)]\n" : "#[test]\n" + (skipped ? "#[ignore]\n" : ""))
                + "fn scores_%d() {\n    assert_eq!(score(%d), %d);\n}\n\n".formatted(n, n, is);
        case JAVA ->
            (skipped ? "  @Deprecated\n" : "")
                + "  static void %s%d() {\n    Run.equal(Score.score(%d), %d);\n  }\n"
                    .formatted(renamed ? "notScores" : "scores", n, n, is);
      };
    }

    /** Files that make every test pass, whatever the function answers. */
    Map<String, String> forgingRunner(ScoreProject project) {
      Map<String, String> files = new LinkedHashMap<>();
      switch (this) {
        case PYTHON ->
            files.put(
                "conftest.py",
                """
                import pytest


                @pytest.hookimpl(hookwrapper=True)
                def pytest_runtest_makereport(item, call):
                    outcome = yield
                    report = outcome.get_result()
                    report.outcome = "passed"
                    report.longrepr = None
                """);
        case NODE ->
            files.put(
                testFile,
                tests(project.tests())
                    .replace(
                        "const assert = require('node:assert');",
                        "const assert = { strictEqual() {} };"));
        case RUST ->
            files.put(
                "Cargo.toml",
                fixed().getOrDefault("Cargo.toml", "")
                    + "\n[[test]]\nname = \"score\"\npath = \"other/score.rs\"\n");
        case JAVA ->
            files.put(
                "tests/Run.java",
                fixed().getOrDefault("tests/Run.java", "").replace("actual != expected", "false"));
      }
      if (this == RUST) {
        files.put("other/score.rs", tests(project.tests()).replace("assert_eq!", "let _ = "));
      }
      return files;
    }

    /** A function that ends the process as if all were well. */
    String leaving() {
      return switch (this) {
        case PYTHON -> "import os\n\n\ndef score(n):\n    os._exit(0)\n";
        case NODE -> "exports.score = () => process.exit(0);\n";
        case RUST -> "pub fn score(_n: i64) -> i64 {\n    std::process::exit(0)\n}\n";
        case JAVA ->
            "class Score {\n"
                + "  static int score(int n) {\n"
                + "    System.exit(0);\n"
                + "    return n;\n"
                + "  }\n"
                + "}\n";
      };
    }
  }
}
