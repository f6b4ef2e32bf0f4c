package dev.assay.starlark;

import dev.assay.starlark.Attributes.Method;
import dev.assay.starlark.Frame.Node;
import org.jspecify.annotations.Nullable;

/** A call; a method called where it is named is not made into a value first. */
final class CallNode extends Node {
  private final Node function;
  private final @Nullable Node receiver;
  private final String methodName;
  private final Node[] positional;
  private final String[] names;
  private final Node[] named;
  private final int position;

  /**
   * Describes a call.
   *
   * @param function what is called, when {@code receiver} is null
   * @param receiver the {@code x} of {@code x.name(...)}
   */
  CallNode(
      Node function,
      @Nullable Node receiver,
      String methodName,
      Node[] positional,
      String[] names,
      Node[] named,
      int position) {
    this.function = function;
    this.receiver = receiver;
    this.methodName = methodName;
    this.positional = positional;
    this.names = names;
    this.named = named;
    this.position = position;
  }

  @Override
  StarlarkValue eval(Frame frame) {
    Node object = receiver;
    if (object != null) {
      StarlarkValue self = object.eval(frame);
      Method method = Attributes.methods(self).get(methodName);
      if (method != null) {
        StarlarkValue[] given = all(positional, frame);
        StarlarkValue[] values = all(named, frame);
        frame.at = position;
        return frame.evaluation.invoke(method, self, given, names, values);
      }
      frame.at = position;
      return call(Attributes.get(self, methodName), frame);
    }
    return call(function.eval(frame), frame);
  }

  private StarlarkValue call(StarlarkValue callee, Frame frame) {
    StarlarkValue[] given = all(positional, frame);
    StarlarkValue[] values = all(named, frame);
    frame.at = position;
    return frame.evaluation.invoke(callee, given, names, values);
  }

  private static StarlarkValue[] all(Node[] nodes, Frame frame) {
    if (nodes.length == 0) {
      return Arguments.NO_VALUES;
    }
    var values = new StarlarkValue[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      values[i] = nodes[i].eval(frame);
    }
    return values;
  }
}
