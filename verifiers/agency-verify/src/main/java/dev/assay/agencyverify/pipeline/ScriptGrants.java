package dev.assay.agencyverify.pipeline;

import java.util.List;

/**
 * What a worker's owner grants this verifier. Requests choose among it and get no more.
 *
 * @param commands shell texts that may be run in a workspace
 * @param harmless shell texts of Assay's own, which run in a workspace as the request says, also
 *     without isolation
 * @param unisolated whether scripts run without isolation where a request asks for none or the host
 *     offers none
 */
public record ScriptGrants(List<String> commands, List<String> harmless, boolean unisolated) {

  /** Grants nothing: only runs of the worker's own data directory are verified, isolated. */
  public static final ScriptGrants NONE = new ScriptGrants(List.of(), List.of(), false);

  public ScriptGrants {
    commands = List.copyOf(commands);
    harmless = List.copyOf(harmless);
  }

  boolean allows(String command) {
    return commands.contains(command) || harmless.contains(command);
  }
}
