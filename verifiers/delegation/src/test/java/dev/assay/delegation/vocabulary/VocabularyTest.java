package dev.assay.delegation.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.delegation.DelegationException;
import dev.assay.delegation.Scripted;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scripts can ask of the world, and what they cannot. */
class VocabularyTest {

  @TempDir Path directory;
  private Path root = Path.of("");

  @BeforeEach
  void files() throws Exception {
    root = Files.createDirectories(directory.resolve("root"));
    Files.createDirectories(root.resolve("src/deep"));
    Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
    Files.writeString(root.resolve("src/b.java"), "class B {}");
    Files.writeString(root.resolve("src/deep/c.java"), "class C {}");
    Files.writeString(directory.resolve("secret.txt"), "secret");
    Files.createDirectories(directory.resolve("root-sibling"));
    Files.createSymbolicLink(root.resolve("out"), directory);
    Files.createSymbolicLink(root.resolve("in"), root.resolve("src"));
    Files.createSymbolicLink(root.resolve("loop"), root.resolve("loop"));
    Files.createSymbolicLink(root.resolve("dangling"), directory.resolve("nothing"));
  }

  private Scripted evaluating(String expression) {
    return Scripted.saying("done")
        .root(root)
        .arg("path", "a.txt")
        .variable("NAMED", "value")
        .verify("def run(result):\n  log(repr(" + expression + "))\n  return True\n");
  }

  private String value(String expression) throws Exception {
    Scripted scripted = evaluating(expression);
    var _ = scripted.run();
    return scripted.log.getFirst();
  }

  private String error(String expression) {
    return String.valueOf(
        catchThrowableOfType(DelegationException.class, () -> evaluating(expression).run())
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "json.decode('nope', default=None) | None",
        "args['path'] | \"a.txt\"",
        "env('NAMED') | \"value\"",
        "env('PATH') | \"\"",
        "env('') | \"\"",
        "hash.sha256('abc') | \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"",
        "hash.md5(b'abc') | \"900150983cd24fb0d6963f7d28e17f72\"",
        "base64.encode('héllo') | \"aMOpbGxv\"",
        "base64.decode('aMOpbGxv') | \"héllo\"",
        "time.now().unix | 1795255200",
        "time.now()['rfc3339'] | \"2026-11-21T10:00:00Z\"",
        "time.parse('1970-01-01T00:00:01+00:00').unix | 1",
        "[math.floor(2.5), math.ceil(2.5), math.abs(-3), math.max(1, 2.5), math.round(2.5)] | [2, 3, 3, 2.5, 2]",
        "string.upper('a') + string.pad_left('7', 3, '0') + string.truncate('abc', 2) | \"A007ab\"",
        "string.join(string.split('a,b', ','), '-') | \"a-b\"",
        "re.match('a(b)?', 'abc')['full_match'] | \"ab\"",
        "re.match('b', 'abc')['matched'] | False",
        "re.search('(?P<x>b)', 'abc')['named_groups'] | {\"x\": \"b\"}",
        "re.find_all('[0-9]+', 'a1b22') | [\"1\", \"22\"]",
        "re.replace('[0-9]', '#', 'a1b2') | \"a#b#\"",
        "fs.stat('missing') | None",
        "fs.stat('missing/deeper/../x') | None",
        "fs.stat('a.txt/x') | None",
        "[fs.stat('a.txt').size, fs.stat('a.txt')['size'], fs.stat('src').is_dir] | [14, 14, True]",
        "fs.exists('in/b.java') | True",
        "fs.read('in/b.java') | \"class B {}\"",
        "fs.read_lines('a.txt', 2) | [\"two\", \"three\"]",
        "fs.line_count('a.txt') | 3",
        "fs.list('src') | [\"b.java\", \"deep\"]",
        "fs.glob('**/*.java') | [\"src/b.java\", \"src/deep/c.java\"]",
        "fs.glob('*/?.java') | [\"src/b.java\"]"
      })
  void theseGive(String expression, String value) throws Exception {
    assertThat(value(expression)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.read('../secret.txt')",
        "fs.stat('../secret.txt')",
        "fs.stat('../not-there')",
        "fs.read('out/secret.txt')",
        "fs.stat('out')",
        "fs.stat('dangling')",
        "fs.read('/etc/passwd')",
        "fs.stat('src/../../secret.txt')",
        "fs.list('../root-sibling')",
        "fs.glob('../*')",
        "fs.read('/proc/self/root/etc/passwd')"
      })
  void aPathOutsideOfTheRootsIsAHardErrorWhetherOrNotItIsThere(String expression) {
    assertThat(error(expression)).contains("expected a path inside the declared roots");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "fs.read('missing') | expected something at the path, found nothing",
        "fs.read('src') | expected a regular file",
        "fs.read('loop') | links on a path",
        "fs.write('x', 'y') | no .write",
        "http.get('http://127.0.0.1:1/') | network sandbox: no host is allowed",
        "base64.decode('*') | expected base64",
        "re.match('(', 'x') | expected an RE2 pattern",
        "re.match('a', 5) | want string",
        "math.floor(float('nan')) | expected a finite number"
      })
  void theseAreHardErrorsThatSayWhy(String expression, String expected) {
    assertThat(error(expression)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec", "open", "os", "cache", "load"})
  void whatCouldChangeTheWorldHasNoName(String name) {
    assertThat(error(name + "('x')")).contains("verify: compile script");
  }

  @Test
  void aFifoIsRefusedAndNeverWaitedFor() throws Exception {
    Process mkfifo = new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start();
    assertThat(mkfifo.waitFor()).isZero();

    assertThat(error("fs.read('pipe')")).contains("expected a regular file");
  }

  @Test
  void aFileBeyondTheBoundIsRefused() throws Exception {
    Files.write(root.resolve("big"), new byte[(4 << 20) + 1]);

    assertThat(error("fs.read('big')")).contains("expected a file of at most");
  }

  @Test
  void bytesThatAreNoTextAreShownAsReplacements() throws Exception {
    Files.write(root.resolve("raw"), "a\u00ff".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(value("fs.read('raw')")).isEqualTo("\"a\ufffd\"");
  }
}
