package dev.assay.core.failure;

import java.util.ArrayList;
import java.util.List;

/** One exception of a trace: its type, message lines and frames, nearest first. */
final class Section {

  String type = "";
  final List<String> message = new ArrayList<>();
  final List<Frame> frames = new ArrayList<>();
  boolean newestLast;
  boolean pytest;

  void line(String text) {
    if (frames.isEmpty() && message.size() < FailureLimits.MESSAGE_LINES_MAX) {
      message.add(text);
    }
  }

  void frame(Frame frame) {
    if (newestLast) {
      if (frames.size() == FailureLimits.SECTION_FRAMES_MAX) {
        frames.removeFirst();
      }
      frames.add(frame);
    } else if (frames.size() < FailureLimits.SECTION_FRAMES_MAX) {
      frames.add(frame);
    }
  }

  /** The place of the frame before, on a line of its own, tells who owns it. */
  void place(boolean own) {
    if (!own && !frames.isEmpty()) {
      frames.add(frames.removeLast().foreign());
    }
  }

  boolean empty() {
    return type.isEmpty() && message.isEmpty() && frames.isEmpty();
  }

  /** The nearest own frames, recursion collapsed; empty when there is none. */
  List<Frame> ownFrames() {
    return top(true);
  }

  /** The nearest frames of whatever owner, recursion collapsed. */
  List<Frame> anyFrames() {
    return top(false);
  }

  private List<Frame> top(boolean ownOnly) {
    List<Frame> nearest = newestLast ? frames.reversed() : frames;
    List<Frame> top = new ArrayList<>();
    for (Frame frame : nearest) {
      if (top.size() == FailureLimits.FRAMES_MAX) {
        break;
      }
      boolean wanted = !ownOnly || frame.own();
      if (wanted && (top.isEmpty() || !top.getLast().text().equals(frame.text()))) {
        top.add(frame);
      }
    }
    return top;
  }
}
