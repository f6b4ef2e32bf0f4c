package dev.assay.delegation.vocabulary;

import dev.assay.egress.EgressPolicy;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one set of scripts may see.
 *
 * @param roots directories that {@code fs} reads below
 * @param base where relative paths start; it need not lie in a root
 * @param egress which URLs {@code http} may fetch
 * @param environment the variables {@code env} may read
 * @param args what scripts see as {@code args}
 * @param log takes each line scripts write
 */
public record ScriptGrants(
    List<Path> roots,
    Path base,
    EgressPolicy egress,
    Map<String, String> environment,
    Map<String, @Nullable Object> args,
    Consumer<String> log,
    InstantSource clock) {

  /** Keeps its own copies. */
  public ScriptGrants {
    roots = List.copyOf(roots);
    environment = Map.copyOf(environment);
  }
}
