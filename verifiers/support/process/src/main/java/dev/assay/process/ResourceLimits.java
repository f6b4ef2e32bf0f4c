package dev.assay.process;

import java.util.List;

/** Resource limits of isolated processes, set by a shell that then becomes the command. */
final class ResourceLimits {

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
