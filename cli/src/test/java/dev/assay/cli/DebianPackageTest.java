package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./dev dist} puts into the Debian package around the program. */
class DebianPackageTest {

  private static final Path REPOSITORY = Path.of("..").toAbsolutePath();
  private static final Path UNIT = Path.of("usr/lib/systemd/system/assay.service");

  @TempDir private Path directory;

  private Path root = Path.of("");
  private Path control = Path.of("");

  /** The package around a program that is only its script, unpacked. */
  @BeforeEach
  void unpack() throws Exception {
    Path stage = directory.resolve("stage");
    Files.createDirectories(stage.resolve("share/completions"));
    Files.createDirectories(stage.resolve("share/man/man1"));
    for (String name : List.of("assay", "LICENSE", "README.md", "CHANGELOG.md")) {
      Files.copy(REPOSITORY.resolve(name), stage.resolve(name));
    }
    for (String shell : List.of("bash", "zsh", "fish")) {
      Files.createFile(stage.resolve("share/completions/assay." + shell));
    }
    Path file = directory.resolve("assay.deb");
    String script = REPOSITORY.resolve("scripts/debian/package.sh").toString();
    run("bash", script, stage.toString(), "1.0~test", "all", file.toString());
    root = directory.resolve("root");
    control = directory.resolve("control");
    run("dpkg-deb", "-x", file.toString(), root.toString());
    run("dpkg-deb", "-e", file.toString(), control.toString());
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", List.of(command), told).isZero();
    return told;
  }

  @Test
  void theServiceRunsTheProgramOfThePackageAsAUserOfItsOwn() throws IOException {
    List<String> unit = Files.readAllLines(root.resolve(UNIT));

    assertThat(unit)
        .contains(
            "ExecStart=/usr/bin/assay up",
            "User=assay",
            "StateDirectory=assay",
            "Environment=ASSAY_DATA_DIR=/var/lib/assay",
            "NoNewPrivileges=yes",
            "ProtectSystem=strict");
    assertThat(root.resolve("usr/bin/assay").toRealPath())
        .isExecutable()
        .hasSameBinaryContentAs(REPOSITORY.resolve("assay"));
    assertThat(Files.readAllLines(root.resolve("usr/lib/sysusers.d/assay.conf")))
        .anyMatch(line -> line.startsWith("u assay "));
  }

  @Test
  void verifiersMayStillIsolateWhatTheyRun() throws IOException {
    assertThat(Files.readAllLines(root.resolve(UNIT)))
        .noneMatch(line ->
            line.matches(
                "(RestrictNamespaces|SystemCallFilter|ProtectKernelTunables|ProtectKernelLogs"
                    + "|ProtectProc|ProcSubset|MemoryDenyWriteExecute)=.*"));
  }

  @Test
  void anInstallationStartsNothing() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      assertThat(files.map(file -> root.relativize(file).toString()))
          .noneMatch(file -> file.startsWith("etc") || file.contains(".wants"));
    }
    assertThat(Files.readString(control.resolve("postinst")))
        .contains("[ -z \"$2\" ] || deb-systemd-invoke try-restart assay.service")
        .doesNotContain("enable", "invoke start");
    for (String script : List.of("postinst", "prerm", "postrm")) {
      assertThat(control.resolve(script)).isExecutable();
    }
  }

  @Test
  void systemdUnderstandsTheService() throws Exception {
    Path program = Path.of("/usr/bin/systemd-analyze");
    if (Files.exists(program, LinkOption.NOFOLLOW_LINKS)) {
      String unit = Files.readString(root.resolve(UNIT));
      Path here = directory.resolve("assay.service");
      Files.writeString(
          here, unit.replace("/usr/bin/assay", root.resolve("usr/bin/assay").toString()));

      assertThat(run(program.toString(), "verify", "--man=no", here.toString())).isEmpty();
    }
  }
}
