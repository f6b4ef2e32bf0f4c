package dev.assay.delegation.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.delegation.Delegation.Delegate;
import dev.assay.delegation.DelegationJson;
import dev.assay.delegation.DelegationLimits;
import dev.assay.delegation.DelegationResult;
import dev.assay.process.Command;
import dev.assay.process.Dialogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A delegate that is one process for all attempts: a line {@code {"prompt":...}} goes in, a line
 * that is a result comes out. It is started by the first prompt.
 */
final class ProcessDelegate implements Delegate, AutoCloseable {

  private final Command command;
  private final Duration attemptTime;
  private final ErrorOutput errors;
  private final Thread onShutdown = new Thread(this::stop, "delegate-stop");
  private volatile @Nullable Dialogue dialogue;

  ProcessDelegate(Command command, Duration attemptTime, ErrorOutput errors) {
    this.command = command;
    this.attemptTime = attemptTime;
    this.errors = errors;
  }

  @Override
  public DelegationResult run(String prompt) throws IOException, InterruptedException {
    Dialogue open = started();
    if (open.hasUnread()) {
      throw new IOException(
          "expected one line for each prompt, found more before the next prompt was sent");
    }
    String line = DelegationJson.line(JsonNodeFactory.instance.objectNode().put("prompt", prompt));
    open.send(line.getBytes(StandardCharsets.UTF_8), DelegationLimits.SEND_TIME);
    try {
      return DelegationResult.of(DelegationJson.parse(answer(open)));
    } catch (IllegalArgumentException e) {
      throw new IOException("it answered something else than a result: " + e.getMessage(), e);
    }
  }

  private byte[] answer(Dialogue open) throws IOException, InterruptedException {
    long started = System.nanoTime();
    while (true) {
      byte[] line = open.receive(attemptTime.minusNanos(System.nanoTime() - started));
      if (!new String(line, StandardCharsets.UTF_8).isBlank()) {
        return line;
      }
    }
  }

  private Dialogue started() throws IOException {
    Dialogue open = dialogue;
    if (open == null) {
      Runtime.getRuntime().addShutdownHook(onShutdown);
      open = Dialogue.start(command, DelegationLimits.LINE_BYTES_MAX, errors::pass);
      dialogue = open;
    }
    return open;
  }

  private void stop() {
    Dialogue open = dialogue;
    if (open != null) {
      open.stop();
    }
  }

  @Override
  public void close() {
    Dialogue open = dialogue;
    if (open == null) {
      return;
    }
    open.close();
    try {
      Runtime.getRuntime().removeShutdownHook(onShutdown);
    } catch (IllegalStateException _) {
      // the JVM is going down and runs the hook itself
    }
  }
}
