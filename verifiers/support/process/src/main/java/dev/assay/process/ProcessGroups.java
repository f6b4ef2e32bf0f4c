package dev.assay.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Questions about other processes: which live, which belong to a group. */
public final class ProcessGroups {

  private static final Path PROC = Path.of("/proc");
  private static final int FIELDS = 4;

  private ProcessGroups() {}

  /**
   * Whether a process {@code pid} runs; one we may not signal counts as alive, one that has ended
   * and waits for its parent to notice does not.
   */
  public static boolean isAlive(long pid) {
    if (pid <= 0 || pid > Integer.MAX_VALUE) {
      return false;
    }
    int answer = Libc.kill((int) pid, 0);
    return (answer == 0 || answer == -Libc.EPERM) && !isZombie(PROC.resolve(Long.toString(pid)));
  }

  /**
   * Whether group {@code group} has a member that still runs, zombies not counted. Where {@code
   * /proc} cannot be read the kernel's coarser answer is used, which does count zombies.
   */
  static boolean hasLiveMember(int group) {
    if (Libc.kill(-group, 0) == -Libc.ESRCH) {
      return false;
    }
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if (isLiveMember(process, group)) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException e) {
      return true;
    }
  }

  private static boolean isLiveMember(Path process, int group) {
    String[] fields = stateParentGroup(process);
    return fields.length == FIELDS
        && !isDead(fields[0])
        && fields[2].equals(Integer.toString(group));
  }

  private static boolean isZombie(Path process) {
    String[] fields = stateParentGroup(process);
    return fields.length == FIELDS && isDead(fields[0]);
  }

  private static boolean isDead(String state) {
    return state.equals("Z") || state.equals("X");
  }

  /** State, parent, group and the rest of a process's {@code stat}; empty when it is gone. */
  private static String[] stateParentGroup(Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", FIELDS);
    } catch (IOException | IndexOutOfBoundsException _) {
      return new String[0];
    }
  }
}
