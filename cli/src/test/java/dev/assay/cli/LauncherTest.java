package dev.assay.cli;

import static java.nio.file.attribute.PosixFilePermissions.asFileAttribute;
import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that starts the product, with a Java that only tells its locale. */
class LauncherTest {

  private static final Path REPOSITORY = Path.of("..");

  @TempDir private Path home;

  @BeforeEach
  void install() throws IOException {
    Files.createDirectories(home.resolve("scripts"));
    Files.createDirectories(home.resolve("dist"));
    Files.createFile(home.resolve("dist/built"));
    Files.copy(REPOSITORY.resolve("assay"), home.resolve("assay"));
    Files.copy(REPOSITORY.resolve("scripts/jdk.sh"), home.resolve("scripts/jdk.sh"));
    Files.createDirectories(home.resolve("jdk/bin"));
    Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    for (String program : new String[] {"java", "javac"}) {
      Path file = home.resolve("jdk/bin").resolve(program);
      Files.createFile(file, asFileAttribute(fromString("rwxr-xr-x")));
      Files.writeString(file, "#!/bin/sh\nprintf %s \"$LC_ALL\"\n");
    }
  }

  private String localeUnder(Map<String, String> variables) throws Exception {
    return told(variables, "keys");
  }

  /** What the Java of this test prints when it is to run {@code arguments}. */
  private String told(Map<String, String> variables, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", home.resolve("assay").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().put("ASSAY_JAVA_HOME", home.resolve("jdk").toString());
    builder.environment().putAll(variables);
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    byte[] told = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return new String(told, StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8"})
  void aLocaleWithoutUtf8IsReplaced(String locale) throws Exception {
    assertThat(localeUnder(Map.of("LC_ALL", locale))).isEqualTo("C.UTF-8");
    assertThat(localeUnder(Map.of("LANG", locale))).isEqualTo("C.UTF-8");
  }

  @Test
  void theHelpOfAServiceStartsWithoutTheHeapOfAService() throws Exception {
    Files.writeString(home.resolve("jdk/bin/java"), "#!/bin/sh\necho \"$@\"\n");

    assertThat(told(Map.of(), "worker", "--help")).doesNotContain("-Xmx");
    assertThat(told(Map.of(), "up", "--demo", "-h")).doesNotContain("-Xmx");
    assertThat(told(Map.of(), "up", "--demo")).contains("-Xmx");
  }

  @Test
  void newerSourcesAreBuiltUnlessAHarnessWaits() throws Exception {
    Path built = home.resolve("built-again");
    Files.writeString(home.resolve("scripts/build.sh"), "#!/bin/sh\ntouch '" + built + "'\n");
    assertThat(home.resolve("scripts/build.sh").toFile().setExecutable(true)).isTrue();
    Path source = Files.createDirectories(home.resolve("cli/src/main")).resolve("New.java");
    Files.setLastModifiedTime(
        Files.createFile(source), FileTime.from(Instant.now().plus(Duration.ofDays(1))));

    var _ = told(Map.of(), "hook", "Stop");
    assertThat(built).doesNotExist();
    var _ = told(Map.of(), "keys");
    assertThat(built).exists();
  }

  @Test
  void noLocaleIsReplaced() throws Exception {
    assertThat(localeUnder(Map.of())).isEqualTo("C.UTF-8");
  }

  @Test
  void aLocaleWithUtf8Stays() throws Exception {
    assertThat(localeUnder(Map.of("LC_CTYPE", "C.UTF-8", "LANG", "C"))).isEmpty();
  }
}
