package dev.assay.cfverify.rerun;

import dev.assay.cfverify.document.RerunHint;

/** Repeats the tool calls that a producer says can be repeated. Never throws. */
public interface Reruns extends AutoCloseable {

  /** Fetches the page. */
  RerunResult fetch(RerunHint.WebFetch hint);

  /** Searches again, with the same domain restrictions. */
  RerunResult search(RerunHint.WebSearch hint);

  @Override
  void close();

  /** Refuses every call: nothing leaves this host. */
  static Reruns none() {
    return new NoReruns();
  }
}
