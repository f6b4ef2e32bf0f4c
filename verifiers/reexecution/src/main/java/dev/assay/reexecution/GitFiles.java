package dev.assay.reexecution;

import dev.assay.process.Cancellation;
import dev.assay.process.Command;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessOutcome;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessRunner;
import dev.assay.process.ProcessRunner.RunRules;
import dev.assay.verifier.VerificationScope;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of one commit, as git has them: no filters, no attributes, no work tree. The repository
 * is the operator's; of the execution only a commit's name comes near it.
 */
final class GitFiles implements TrustedFiles {

  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,64}");
  private static final Pattern FULL_COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern ENTRY =
      Pattern.compile("([0-7]{6}) ([a-z]+) ([0-9a-f]{40,64}) +([0-9]+|-)\t(.+)", Pattern.DOTALL);
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final String EXECUTABLE = "100755";
  private static final String PLAIN = "100644";

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "PATH", "/usr/local/bin:/usr/bin:/bin",
          "LC_ALL", "C.UTF-8",
          "GIT_CONFIG_NOSYSTEM", "1",
          "GIT_CONFIG_GLOBAL", "/dev/null",
          "GIT_NO_REPLACE_OBJECTS", "1",
          "GIT_NO_LAZY_FETCH", "1",
          "GIT_TERMINAL_PROMPT", "0");

  private record Entry(String mode, String object, long size) {}

  private final Git git;
  private final String commit;
  private final NavigableMap<String, Entry> entries;

  private GitFiles(Git git, String commit, NavigableMap<String, Entry> entries) {
    this.git = git;
    this.commit = commit;
    this.entries = entries;
  }

  /**
   * The files of the commit that {@code source} names, or that {@code target} left its branch at.
   */
  static GitFiles of(
      TrustedSource source, @Nullable String target, VerificationScope scope, ProcessRunner runner)
      throws UnavailableException, IOException, InterruptedException {
    Git git = new Git(source.place(), scope, runner);
    String commit =
        source.followsTarget()
            ? base(git, Objects.requireNonNull(source.settings().branch()), target)
            : git.commit(Objects.requireNonNull(source.settings().commit()));
    return new GitFiles(git, commit, listed(git, commit));
  }

  /** The newest commit of the trusted branch on which {@code target} is built. */
  private static String base(Git git, String branch, @Nullable String target)
      throws UnavailableException, IOException, InterruptedException {
    if (target == null || !COMMIT.matcher(target).matches()) {
      throw new UnavailableException("the execution names no commit that an overlay could follow");
    }
    return git.one("merge-base", git.commit(branch), git.commit(target));
  }

  private static NavigableMap<String, Entry> listed(Git git, String commit)
      throws UnavailableException, IOException, InterruptedException {
    NavigableMap<String, Entry> entries = new TreeMap<>();
    String all = git.text("ls-tree", "-r", "-z", "-l", "--full-tree", commit);
    for (String line : all.split("\0", -1)) {
      var entry = ENTRY.matcher(line);
      if (!line.isEmpty() && !entry.matches()) {
        throw new UnavailableException("git lists a commit in an unknown way");
      }
      if (!line.isEmpty()) {
        String size = entry.group(4);
        entries.put(
            entry.group(5),
            new Entry(entry.group(1), entry.group(3), size.equals("-") ? 0 : Long.parseLong(size)));
      }
    }
    return entries;
  }

  @Override
  public String identity() {
    return commit;
  }

  @Override
  public NavigableMap<String, TrustedFile> files(Predicate<String> fits)
      throws UnavailableException, IOException, InterruptedException {
    NavigableMap<String, Entry> wanted = new TreeMap<>();
    long bytes = 0;
    for (Map.Entry<String, Entry> entry : entries.entrySet()) {
      if (fits.test(entry.getKey())) {
        Entry file = entry.getValue();
        if (!file.mode().equals(PLAIN) && !file.mode().equals(EXECUTABLE)) {
          throw TrustedSource.noPlainFile();
        }
        wanted.put(entry.getKey(), file);
        bytes += file.size();
        TrustedSource.requireFew(wanted.size(), bytes);
      }
    }
    return git.contents(wanted);
  }

  /** Calls git in one repository. */
  private static final class Git {

    private final Path repository;
    private final VerificationScope scope;
    private final ProcessRunner runner;

    Git(Path repository, VerificationScope scope, ProcessRunner runner) {
      this.repository = repository;
      this.scope = scope;
      this.runner = runner;
    }

    String commit(String name) throws UnavailableException, IOException, InterruptedException {
      return one("rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}");
    }

    /** The one commit that git answers. */
    String one(String... arguments) throws UnavailableException, IOException, InterruptedException {
      String found = text(arguments).strip();
      if (!FULL_COMMIT.matcher(found).matches()) {
        throw new UnavailableException("git knows no such commit in the source of an overlay");
      }
      return found;
    }

    String text(String... arguments)
        throws UnavailableException, IOException, InterruptedException {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      call(null, answer, ReexecutionLimits.GIT_LIST_BYTES_MAX, arguments);
      return answer.toString(StandardCharsets.UTF_8);
    }

    NavigableMap<String, TrustedFile> contents(NavigableMap<String, Entry> wanted)
        throws UnavailableException, IOException, InterruptedException {
      Path place = Files.createTempDirectory(scope.scratch(), "trusted-");
      Path names = place.resolve("names");
      Path packed = place.resolve("packed");
      Files.write(names, wanted.values().stream().map(Entry::object).toList());
      try (OutputStream out = Files.newOutputStream(packed)) {
        call(names, out, Long.MAX_VALUE, "cat-file", "--batch");
      }
      NavigableMap<String, TrustedFile> files = new TreeMap<>();
      try (InputStream in = new BufferedInputStream(Files.newInputStream(packed))) {
        for (Map.Entry<String, Entry> one : wanted.entrySet()) {
          Path content = place.resolve(Integer.toString(files.size()));
          unpack(in, one.getValue(), content);
          files.put(
              one.getKey(), new TrustedFile(content, one.getValue().mode().equals(EXECUTABLE)));
        }
      } catch (EOFException e) {
        throw new UnavailableException("git does not have a file of the source of an overlay");
      } catch (IOException e) {
        throw WorkspaceTree.unwritable(e);
      }
      return files;
    }

    /** One answer of {@code cat-file --batch}: a line, the bytes, a line feed. */
    private static void unpack(InputStream in, Entry entry, Path content) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0) {
          throw new EOFException();
        }
        line.append((char) c);
      }
      if (!line.toString().equals(entry.object() + " blob " + entry.size())) {
        throw new EOFException();
      }
      try (OutputStream out = Files.newOutputStream(content)) {
        for (long left = entry.size(); left > 0; ) {
          byte[] chunk = in.readNBytes((int) Math.min(left, CHUNK_BYTES));
          if (chunk.length == 0) {
            throw new EOFException();
          }
          out.write(chunk);
          left -= chunk.length;
        }
      }
      if (in.read() != '\n') {
        throw new EOFException();
      }
    }

    private void call(@Nullable Path input, OutputStream answer, long bytesMax, String... arguments)
        throws UnavailableException, IOException, InterruptedException {
      List<String> argv =
          new ArrayList<>(
              List.of(
                  "git",
                  "--no-optional-locks",
                  "-c",
                  "core.fsmonitor=false",
                  "-c",
                  "core.hooksPath=/dev/null",
                  "-c",
                  "safe.directory=*"));
      argv.addAll(List.of(arguments));
      Duration left = scope.deadline().left().minus(ReexecutionLimits.RESERVE);
      scope.deadline().check();
      if (!left.isPositive()) {
        throw new InterruptedException("the run's time is over");
      }
      Duration timeout =
          left.compareTo(ReexecutionLimits.GIT_TIMEOUT) < 0 ? left : ReexecutionLimits.GIT_TIMEOUT;
      var channel = Channels.newChannel(answer);
      long[] taken = {0};
      ProcessOutcome outcome =
          runner.run(
              new Command(argv, ENVIRONMENT, repository, List.of(), input, false),
              new RunRules(Isolation.NONE, timeout, ReexecutionLimits.GRACE),
              bytes -> {
                taken[0] += bytes.remaining();
                if (taken[0] <= bytesMax) {
                  var _ = channel.write(bytes);
                }
              },
              bytes -> bytes.position(bytes.limit()),
              new Cancellation());
      if (!outcome.end().equals(new ProcessEnd.Exited(0)) || taken[0] > bytesMax) {
        throw new UnavailableException(
            "git cannot read the source of an overlay; look at the repository and the commit");
      }
      if (outcome.outputError() != null) {
        throw WorkspaceTree.unwritable(new IOException(outcome.outputError()));
      }
    }
  }
}
