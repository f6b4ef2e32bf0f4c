package dev.assay.process;

import java.util.concurrent.CompletableFuture;

/**
 * A thread that has confined itself for one command: it starts the command, and in the end kills
 * every process of its Landlock domain. A process can leave its group and session, and its domain
 * never.
 *
 * @see <a href="https://docs.kernel.org/userspace-api/landlock.html">Landlock, "IPC scoping"</a>
 */
final class LandlockDomain {

  private static final int NOBODY = 0;
  private static final int EVERYBODY = -1;

  private final CompletableFuture<Integer> started = new CompletableFuture<>();
  private final CompletableFuture<Integer> outsider = new CompletableFuture<>();
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  /** Starts {@code spawn} under {@code ruleset}; both must stay until {@link #pid} has answered. */
  LandlockDomain(Fd ruleset, NativeSpawn spawn) {
    var _ =
        Thread.ofPlatform()
            .name("landlock-domain")
            .daemon()
            .start(() -> run(ruleset.number(), spawn));
  }

  private void run(int ruleset, NativeSpawn spawn) {
    try {
      long refused = Landlock.restrictThisThread(ruleset);
      var _ = started.complete(refused < 0 ? (int) refused : spawn.run());
      killAllBut(outsider.join());
      var _ = over.complete(true);
    } catch (RuntimeException | Error e) {
      var _ = started.completeExceptionally(e);
      var _ = over.completeExceptionally(e);
    }
  }

  /**
   * A signal to everybody reaches the domain alone, where the kernel scopes signals (from 6.12 on):
   * that this thread may not signal an outsider of the same user is the proof.
   */
  private static void killAllBut(int pid) {
    if (pid != NOBODY && Libc.kill(pid, 0) == -Libc.EPERM) {
      var _ = Libc.kill(EVERYBODY, Signals.SIGKILL);
    }
  }

  /** The command's process, or a negated errno. */
  int pid() {
    return started.join();
  }

  /**
   * Kills what is left of the domain.
   *
   * @param pid of a process of this user that is none of the domain
   */
  void kill(int pid) {
    var _ = outsider.complete(pid);
    var _ = over.join();
  }

  /** Lets the thread end; what is left of the domain stays. */
  void leave() {
    kill(NOBODY);
  }
}
