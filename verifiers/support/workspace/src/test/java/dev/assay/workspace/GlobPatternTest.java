package dev.assay.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which paths a pattern matches, and which links could bring others under it. */
final class GlobPatternTest {

  @ParameterizedTest
  @CsvSource({
    "src/test/**, src/test/a/B.java, true",
    "src/test/**, src/test, true",
    "src/test/**, src/tests/a, false",
    "**/conftest.py, conftest.py, true",
    "**/conftest.py, a/b/conftest.py, true",
    "*/pom.xml, a/pom.xml, true",
    "*/pom.xml, pom.xml, false",
    "*/pom.xml, a/b/pom.xml, false",
    "t?.sh, t1.sh, true",
    "t?.sh, t12.sh, false",
    "**, anything/at/all, true"
  })
  void aPatternMatchesWholePaths(String pattern, String path, boolean matches) {
    assertThat(new GlobPattern(pattern).matches(path.split("/", -1))).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "src/test/**, src, true",
    "src/test/**, src/test, true",
    "src/test/**, src/test/deep, true",
    "src/test/**, lib, false",
    "src/test/**, node_modules/a, false",
    "**/conftest.py, anywhere, false",
    "**/conftest.py, a/conftest.py, true",
    "**/test/**, a/test, true",
    "**/test/**, a/lib, false",
    "*/pom.xml, a, true"
  })
  void aLinkMattersWhereItGivesOtherFilesAPathThatMatches(
      String pattern, String link, boolean matters) {
    assertThat(new GlobPattern(pattern).mayMatchThroughLink(link.split("/", -1)))
        .isEqualTo(matters);
  }
}
