package dev.assay.process;

import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessRunner.RunRules;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The bubblewrap sandbox: how it is called and whether this host can run it.
 *
 * <p>The sandboxed command starts behind a small shim that says {@code ready} on {@link #STATUS_FD}
 * and waits on {@link #GATE_FD}: by then bubblewrap has tied the sandbox to itself and itself to
 * this process. The shim also reports the true wait status, which bubblewrap flattens to 128 + n.
 */
final class Bubblewrap {

  /** Where bubblewrap reports the sandbox's first process. */
  static final int INFO_FD = NativeSpawn.FIRST_PASSED_FD;

  /** Where the shim reports {@code started} and {@code status N}. */
  static final int STATUS_FD = INFO_FD + 1;

  /** Where first the limits' shell and then the shim wait for a line each before they go on. */
  static final int GATE_FD = INFO_FD + 2;

  /** Exit code of a shim whose gate was closed. */
  static final int GATE_CLOSED = 125;

  private static final int PROBE_OUTPUT_BYTES_MAX = 1_000;

  private static final List<String> NAMESPACES =
      List.of(
          "--unshare-all",
          "--unshare-user",
          "--uid",
          "65534",
          "--gid",
          "65534",
          "--disable-userns",
          "--die-with-parent",
          "--new-session",
          "--cap-drop",
          "ALL");

  private static final String PERL_SHIM =
      """
      open(my $c,">&=",%d) or exit %3$d; open(my $g,"<&=",%2$d) or exit %3$d;
      syswrite($c,"ready\\n"); (sysread($g,my $b,1)||0)==1 or exit %3$d; close $g;
      $SIG{INT}="IGNORE"; syswrite($c,"started\\n");
      my $p=fork; defined $p or exit %3$d;
      if(!$p){$SIG{INT}="DEFAULT"; exec {$ARGV[0]} @ARGV; exit 127}
      waitpid($p,0); my $s=$?; syswrite($c,"status $s\\n");
      exit(($s&127)?128+($s&127):$s>>8);
      """
          .formatted(STATUS_FD, GATE_FD, GATE_CLOSED);

  private static final String SHELL_SHIM =
      "echo ready >&%1$d; read -r go <&%2$d || exit %3$d; echo started >&%1$d; exec %1$d>&- %2$d<&-; exec \"$@\""
          .formatted(STATUS_FD, GATE_FD, GATE_CLOSED);

  /** Probed on first use, once. */
  private static final class Host {
    static final Optional<Path> PROGRAM = SystemPaths.executable("bwrap");
    static final boolean PERL = Files.isExecutable(Path.of("/usr/bin/perl"));
    static final Optional<String> OBSTACLE = probe();

    private static Optional<String> probe() {
      if (PROGRAM.isEmpty()) {
        return Optional.of(
            "expected the program bwrap on the PATH, found none; install the package bubblewrap");
      }
      List<String> argv = new ArrayList<>(List.of(PROGRAM.get().toString()));
      argv.addAll(NAMESPACES);
      argv.addAll(List.of("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"));
      StringBuilder output = new StringBuilder();
      ProcessOutcome outcome =
          new Supervision(
                  new Command(argv, Map.of("PATH", "/usr/bin:/bin"), Path.of("/"), List.of()),
                  new RunRules(Isolation.NONE, ProcessLimits.PROBE_TIMEOUT, ProcessLimits.GRACE),
                  bytes -> keep(bytes, output),
                  null,
                  new Cancellation())
              .run();
      return outcome.end().equals(new ProcessEnd.Exited(0))
          ? Optional.empty()
          : Optional.of(
              "expected bubblewrap 0.8 or newer to start a sandbox, found %s: %s; allow user namespaces for this user"
                  .formatted(outcome.end(), output.toString().strip()));
    }

    private static void keep(ByteBuffer bytes, StringBuilder output) {
      String text = StandardCharsets.UTF_8.decode(bytes).toString();
      int room = Math.max(0, PROBE_OUTPUT_BYTES_MAX - output.length());
      output.append(text, 0, Math.min(room, text.length()));
    }
  }

  private Bubblewrap() {}

  /** Why this host cannot run a sandbox, or empty when it can. */
  static Optional<String> unavailable() {
    return Host.OBSTACLE;
  }

  /** Whether the shim tells exit codes and signals apart on this host. */
  static boolean reportsExactStatus() {
    return Host.PERL;
  }

  /** The command line that runs {@code command} in a sandbox; call only when available. */
  static List<String> argv(Command command) {
    List<String> argv = new ArrayList<>(ResourceLimits.gatedPrefix(GATE_FD, GATE_CLOSED));
    argv.add(Host.PROGRAM.orElseThrow().toString());
    argv.addAll(NAMESPACES);
    if (command.network()) {
      argv.add("--share-net");
      for (String path : SystemPaths.NETWORK) {
        argv.addAll(List.of("--ro-bind-try", path, path));
      }
    }
    for (String path : SystemPaths.PROGRAMS) {
      argv.addAll(systemMount(Path.of(path)));
    }
    for (String path : SystemPaths.CONFIGURATION) {
      argv.addAll(List.of("--ro-bind-try", path, path));
    }
    argv.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
    argv.addAll(List.of("--size", Long.toString(ProcessLimits.SANDBOX_TMP_BYTES_MAX)));
    argv.addAll(List.of("--tmpfs", "/tmp"));
    for (Path path : command.readable()) {
      if (isShownAlready(path, command.readable())) {
        continue; // a link cannot be mounted over
      }
      argv.addAll(List.of("--ro-bind-try", path.toString(), path.toString()));
    }
    String directory = command.directory().toString();
    argv.addAll(List.of("--bind", directory, directory, "--remount-ro", "/"));
    argv.addAll(List.of("--chdir", directory, "--info-fd", Integer.toString(INFO_FD), "--"));
    argv.addAll(
        Host.PERL
            ? List.of("/usr/bin/perl", "-e", PERL_SHIM)
            : List.of("sh", "-c", SHELL_SHIM, "gate"));
    argv.addAll(command.argv());
    return argv;
  }

  private static boolean isShownAlready(Path path, List<Path> readable) {
    return SystemPaths.isProgram(path)
        || readable.stream().anyMatch(other -> !other.equals(path) && path.startsWith(other));
  }

  private static List<String> systemMount(Path path) {
    if (Files.isSymbolicLink(path)) {
      try {
        return List.of("--symlink", Files.readSymbolicLink(path).toString(), path.toString());
      } catch (java.io.IOException e) {
        return List.of();
      }
    }
    return List.of("--ro-bind-try", path.toString(), path.toString());
  }

  /** Resource limits of isolated processes, set by a shell that then becomes the command. */
  static final class ResourceLimits {

    /** Each limit that the host already holds lower stays as it is. */
    private static final String SET =
        "ulimit -c 0 2>/dev/null; ulimit -n %d 2>/dev/null; ulimit -f %d 2>/dev/null; (ulimit -u 1) >/dev/null 2>&1 && ulimit -u %3$d 2>/dev/null || ulimit -p %3$d 2>/dev/null; "
            .formatted(
                ProcessLimits.SANDBOX_OPEN_FILES_MAX,
                ProcessLimits.SANDBOX_FILE_BLOCKS_MAX,
                ProcessLimits.SANDBOX_PROCESSES_MAX);

    private ResourceLimits() {}

    /**
     * Put before a command line to run it under the limits, once a line has come in on {@code
     * gateFd}; the command inherits the descriptor.
     */
    static List<String> gatedPrefix(int gateFd, int gateClosedCode) {
      String gate = "read -r go <&%d || exit %d; ".formatted(gateFd, gateClosedCode);
      return List.of("sh", "-c", SET + gate + "exec \"$@\"", "limits");
    }

    /** The same for a command that must not inherit the descriptor. */
    static List<String> closedGatePrefix(int gateFd, int gateClosedCode) {
      String gate =
          "read -r go <&%1$d || exit %2$d; exec %1$d<&-; ".formatted(gateFd, gateClosedCode);
      return List.of("sh", "-c", SET + gate + "exec \"$@\"", "limits");
    }
  }
}
