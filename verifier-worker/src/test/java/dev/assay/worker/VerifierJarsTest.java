package dev.assay.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an author is told whose jar cannot be used. */
class VerifierJarsTest {

  private static final String INFO = "named(\"mine\")";
  private static final String VERIFIERS = "List.of(new One(info()))";

  @TempDir private Path home;

  @Test
  void aJarThatIsWholeIsThere() throws Exception {
    Path jar = jar("", INFO, VERIFIERS);

    assertThat(Verifiers.registered(worker(), home))
        .filteredOn(each -> each.info().type().equals("mine"))
        .singleElement()
        .satisfies(each -> assertThat(each.origin()).isEqualTo(jar.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "throw new IllegalStateException(\"no licence\");, , , no licence",
        "throw new NoClassDefFoundError(\"org/example/Missing\");, , , org/example/Missing",
        ", null, , info()",
        ", `named(\"command:mine\")`, , without a colon",
        ", `named(\"Mine\")`, , lower-case",
        ", , null, verifiers",
        ", , List.of(new One(null)), info()",
        ", , `List.of(new One(info()), new One(info()))`, more than one",
        ", , List.of(new One(named(\"other\"))), found other",
      })
  void whatIsWrongWithAJarIsToldWithItsPlace(
      String constructor, String info, String verifiers, String told) throws Exception {
    Path jar =
        jar(
            constructor == null ? "" : "if (true) " + constructor,
            info == null ? INFO : info,
            verifiers == null ? VERIFIERS : verifiers);

    assertThatThrownBy(() -> Verifiers.registered(worker(), home))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(jar.toString(), told);
  }

  private static WorkerSection worker() {
    return new WorkerSection("w", 1, 1, "scratch", Map.of(), Map.of(), 1L, "jars");
  }

  private static String source(String constructor, String info, String verifiers) {
    return """
    import dev.assay.schemas.message.*;
    import dev.assay.verifier.*;
    import java.util.*;

    public class Mine implements VerifierProvider<Mine.Settings> {
      public record Settings() {}
      record One(VerifierInfo info) implements Verifier {
        public Finding verify(VerificationRequest request, VerificationScope scope) {
          return null;
        }
      }
      public Mine() { %s }
      static VerifierInfo named(String type) {
        return new VerifierInfo(
            type, "1", VerifierInfo.Pace.FAST, Set.of(ArtifactRole.TEST_LOG), Set.of());
      }
      public VerifierInfo info() { return %s; }
      public Class<Settings> settings() { return Settings.class; }
      public List<Verifier> verifiers(Settings settings, Host host) { return %s; }
    }
    """
        .formatted(constructor, info, verifiers);
  }

  private Path jar(String constructor, String info, String verifiers) throws IOException {
    Path source = Files.createDirectories(home.resolve("source")).resolve("Mine.java");
    Files.writeString(source, source(constructor, info, verifiers));
    Path classes = home.resolve("classes");
    List<String> options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d"));
    options.addAll(List.of(classes.toString(), "-cp", System.getProperty("java.class.path")));
    options.add(source.toString());
    int ended =
        ToolProvider.getSystemJavaCompiler()
            .run(null, OutputStream.nullOutputStream(), null, options.toArray(String[]::new));
    assertThat(ended).as("the compiler's exit code").isZero();
    Path jar = Files.createDirectories(home.resolve("jars")).resolve("mine.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.list(classes)) {
      for (Path file : Set.copyOf(files.toList())) {
        out.putNextEntry(new ZipEntry(file.getFileName().toString()));
        Files.copy(file, out);
      }
      out.putNextEntry(new ZipEntry("META-INF/services/dev.assay.verifier.VerifierProvider"));
      out.write("Mine\n".getBytes(UTF_8));
    }
    return jar;
  }
}
