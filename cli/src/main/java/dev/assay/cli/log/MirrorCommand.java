package dev.assay.cli.log;

import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.ClientOptions;
import dev.assay.cli.client.LogKeys;
import dev.assay.cli.client.PolicyOption;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.AtomicFile;
import dev.assay.store.log.LogMirror;
import dev.assay.store.log.MirrorOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Keeps a copy of a log. */
@Command(
    name = "mirror",
    description = {
      "Keep a copy of a log: its entries, tiles and checkpoint, as C2SP tlog-tiles lays them out,"
          + " so",
      "that any file server can serve it. Every hash is computed from the entries; the copy moves"
          + " on",
      "only to a checkpoint whose root they have. It goes on until it is stopped, and after a stop",
      "from where it was."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer =
        "0 copied (with --once), 1 the log contradicts the copy, cannot be believed, or (with"
            + " --once) shows less than the copy has, 130 or 143 stopped by a signal, 3 operational"
            + " error (usage, connection, a damaged copy)")
final class MirrorCommand implements Callable<Integer> {

  private static final int SECONDS_MAX = 86_400;
  private static final Duration TOLD_EVERY = Duration.ofSeconds(5);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private PolicyOption policy = new PolicyOption();

  @Option(names = "--dir", required = true, paramLabel = "DIR", description = "where the copy is")
  private Path directory = Path.of("");

  @Option(
      names = "--key",
      paramLabel = "VKEY",
      description =
          "verifier key of the log; without it the one of the copy, else the only one of --policy, "
              + "else the one that the log tells of itself the first time")
  private @Nullable String vkey;

  @Option(names = "--once", description = "copy what there is, and end")
  private boolean once;

  @Option(
      names = "--check",
      description = "first read the whole copy, and compare its files with its checkpoint")
  private boolean check;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "how often the log is asked for more (default: 10)")
  private int seconds;

  private long toldNanos = System.nanoTime();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seconds < 1 || seconds > SECONDS_MAX) {
      throw new ParameterException(
          spec.commandLine(), "expected --every of 1 to " + SECONDS_MAX + ", found " + seconds);
    }
    TlogPolicy believed = policy.read().orElse(null);
    try (ApiClient api = client.open();
        LogMirror mirror = LogMirror.open(directory, key(believed, api))) {
      if (check) {
        mirror.check(this::progress);
      }
      while (true) {
        int code = told(update(mirror, api, believed));
        if (once || code != ExitCode.OK) {
          return code;
        }
        Thread.sleep(Duration.ofSeconds(seconds));
      }
    }
  }

  /** An update; one that network or disk break off while it follows is tried again later. */
  private @Nullable MirrorOutcome update(
      LogMirror mirror, ApiClient api, @Nullable TlogPolicy believed) throws InterruptedException {
    try {
      return updated(mirror, api, believed);
    } catch (CommandException e) {
      if (once) {
        throw e;
      }
      err("mirror: " + e.getMessage() + " [" + e.code() + "]; next try in " + seconds + " s");
      return null;
    }
  }

  private MirrorOutcome updated(LogMirror mirror, ApiClient api, @Nullable TlogPolicy believed)
      throws InterruptedException {
    try {
      return mirror.update(
          (path, bytesMax) -> api.bytes("/" + path, "*/*", bytesMax), believed, this::progress);
    } catch (IOException e) {
      throw new CommandException(
          "COPY_UNWRITABLE",
          "expected to keep the copy in "
              + directory
              + ", found "
              + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage())
              + "; make room, or mend the directory, and run the command again: it goes on from what"
              + " is there");
    }
  }

  private void progress(long done, long all) {
    if (System.nanoTime() - toldNanos > TOLD_EVERY.toNanos()) {
      err("mirror: entries " + done + " of " + all);
      toldNanos = System.nanoTime();
    }
  }

  private void err(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private int told(@Nullable MirrorOutcome outcome) {
    return switch (outcome) {
      case null -> ExitCode.OK;
      case MirrorOutcome.Current(long size) -> once ? say("current", size, "") : ExitCode.OK;
      case MirrorOutcome.Grown(long from, long size) -> say("copied", size, size - from + " more");
      case MirrorOutcome.Shrunk(long shown, long size) -> shrunk(shown, size);
      case MirrorOutcome.Unbelieved(String why) -> refused("NOT_BELIEVED", why);
      case MirrorOutcome.Damaged(String why) -> refused("DAMAGED", why);
      case MirrorOutcome.Contradicted contradicted ->
          refused(
              "CONTRADICTED",
              "the log's key has signed another history: size "
                  + contradicted.shown().size()
                  + " with the root "
                  + contradicted.shown().root().base64()
                  + "; both checkpoints are in "
                  + directory.resolve("conflicts"));
    };
  }

  /** A log that shows less: an old answer of a cache passes, so that the copy goes on following. */
  private int shrunk(long shown, long size) {
    int code =
        refused(
            "LOG_SHRANK",
            "expected the "
                + size
                + " entries of the copy at least, found "
                + shown
                + ": the log was set back, or what answers is old; the copy, whose checkpoint the log"
                + " has signed, is kept");
    return once ? code : ExitCode.OK;
  }

  private int say(String what, long size, String more) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        client.json()
            ? Output.compact(Map.of("result", what, "size", size))
            : what + " " + size + " entries" + (more.isEmpty() ? "" : ", " + more));
    out.flush();
    return ExitCode.OK;
  }

  private int refused(String code, String why) {
    if (client.json()) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("result", "refused");
      members.put("code", code);
      members.put("detail", why);
      spec.commandLine().getOut().println(Output.compact(members));
      spec.commandLine().getOut().flush();
    } else {
      err("NOT COPIED " + Output.line(why) + " [" + code + "]");
    }
    return ExitCode.NEGATIVE;
  }

  /** The log's key, which stays the one that the copy began with. */
  private NoteKey key(@Nullable TlogPolicy believed, ApiClient api)
      throws IOException, InterruptedException {
    Path pinned = directory.resolve("log.vkey");
    Optional<NoteKey> known = known(pinned);
    NoteKey key;
    if (vkey != null) {
      key = NoteKey.parse(vkey);
    } else if (known.isPresent()) {
      key = known.get();
    } else if (believed != null && believed.logs().size() == 1) {
      key = believed.logs().getFirst().key();
    } else {
      key = LogKeys.told(api);
      err("mirror: the log says that its key is " + key.vkey() + "; compare it, and see --key");
    }
    if (known.isPresent() && !known.get().equals(key)) {
      throw new CommandException(
          "OTHER_LOG",
          "expected the log of this copy, "
              + known.get().vkey()
              + ", found "
              + key.vkey()
              + "; a copy of another log needs another --dir");
    }
    if (known.isEmpty()) {
      Files.createDirectories(directory);
      AtomicFile.replace(pinned, (key.vkey() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return key;
  }

  private static Optional<NoteKey> known(Path pinned) throws IOException {
    if (!Files.exists(pinned)) {
      return Optional.empty();
    }
    try {
      return Optional.of(NoteKey.parse(Files.readString(pinned).strip()));
    } catch (RejectedInputException _) {
      throw new CommandException(
          "CONFIGURATION",
          "expected the log's key in "
              + pinned
              + ", found a damaged file; delete it, and name the key with --key");
    }
  }
}
