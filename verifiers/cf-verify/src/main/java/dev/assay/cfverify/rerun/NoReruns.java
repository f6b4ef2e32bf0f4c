package dev.assay.cfverify.rerun;

import dev.assay.cfverify.document.RerunHint;

/** Refuses every call. */
final class NoReruns implements Reruns {

  private static final RerunResult DENIED =
      new RerunResult.Unavailable("web reruns are not allowed: no host is named");

  @Override
  public RerunResult fetch(RerunHint.WebFetch hint) {
    return DENIED;
  }

  @Override
  public RerunResult search(RerunHint.WebSearch hint) {
    return DENIED;
  }

  @Override
  public void close() {}
}
