package dev.assay.cli.host;

import java.io.PrintWriter;

/** What a process that starts tells on standard error, each line at once. */
record StartLines(PrintWriter err) {

  /** The effective configuration, secrets masked. */
  void configuration(SystemConfig config) {
    line("configuration: " + config.effective().replaceAll("\\s*\\n\\s*", " "));
  }

  /** What is started now. */
  void stage(String name) {
    line("starting: " + name);
  }

  private void line(String text) {
    err.println(text);
    err.flush();
  }
}
