package dev.assay.gate;

import dev.assay.schemas.hook.Harness;
import dev.assay.schemas.hook.HookEvent;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code assay hook} is told on its command line.
 *
 * @param closed whether an agent is kept from stopping when nothing can be verified
 * @param url the running system, or null for the usual one
 * @param tokenFile file with the token, or null for the usual one
 */
record HookOptions(
    HookEvent event,
    Harness harness,
    boolean closed,
    @Nullable String url,
    @Nullable Path tokenFile) {

  /**
   * A command line as {@code assay hook install} writes it; empty for any other, which {@link
   * HookCommand} reads. A harness waits for every start, and the parser's classes are too old for
   * the JDK's cache: reading them takes longer than all the rest.
   */
  static Optional<HookOptions> plain(List<String> args) {
    @Nullable HookEvent event = null;
    @Nullable Harness harness = null;
    boolean closed = false;
    @Nullable String url = null;
    @Nullable Path tokenFile = null;
    Iterator<String> words = args.iterator();
    while (words.hasNext()) {
      String word = words.next();
      boolean valued = List.of("--harness", "--url", "--token-file").contains(word);
      if (valued && !words.hasNext()) {
        return Optional.empty();
      }
      switch (word) {
        case "--harness" -> harness = Harness.named(words.next()).orElse(null);
        case "--url" -> url = words.next();
        case "--token-file" -> tokenFile = Path.of(words.next());
        case "--fail-closed" -> closed = true;
        default -> {
          if (event != null || word.startsWith("-")) {
            return Optional.empty();
          }
          event = HookEvent.named(word).orElse(null);
        }
      }
    }
    return event == null || harness == null
        ? Optional.empty()
        : Optional.of(new HookOptions(event, harness, closed, url, tokenFile));
  }
}
