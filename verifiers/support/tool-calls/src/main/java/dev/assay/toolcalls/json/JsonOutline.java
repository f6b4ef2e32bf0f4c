package dev.assay.toolcalls.json;

import dev.assay.toolcalls.limits.ToolCallLimits;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outline of a JSON text: its records are the objects at the end of a path of members, each an
 * array of objects. Of members of one name the last one counts.
 */
public final class JsonOutline implements Outline.Source {

  private final JsonParser parser;
  private final List<String> path;
  private final Outline root;
  private int headNodes;
  private boolean exceeded;

  private JsonOutline(JsonParser parser, List<String> path) throws IOException {
    this.parser = parser;
    this.path = path;
    Outline read = object(0);
    if (read == null || exceeded || !parser.ends()) {
      throw new IOException("expected one JSON object with fewer values");
    }
    this.root = read;
  }

  /**
   * Reads the outline of {@code text}. A record is written by {@link JsonText#asWritten} as it was
   * received, unless it was received in several lines or with a number beyond doubles. A member of
   * the path that is neither null nor an array of objects is in its object's head, as true.
   *
   * @param nodesMax values and names that the text may have
   * @throws IOException when the text is no JSON object, or one of too many values
   */
  public static JsonOutline read(String text, List<String> path, int nodesMax) throws IOException {
    return new JsonOutline(new JsonParser(text, 0, text.length(), true, nodesMax, 1), path);
  }

  @Override
  public Outline root() {
    return root;
  }

  @Override
  public JsonObject record(int from, int to) throws IOException {
    if (parser.again(from, to) instanceof JsonObject record) {
      return record;
    }
    throw new IOException("expected an object that was one before");
  }

  @Override
  public int recordNodes() {
    return parser.nodes();
  }

  private @Nullable Outline object(int level) {
    Outline.Builder out = Outline.builder();
    if (!parser.takes('{') || !counted(1)) {
      return null;
    }
    if (parser.closes('}')) {
      return out.build();
    }
    do {
      String name = parser.name();
      if (name == null || !(name.equals(path.get(level)) ? path(out, level) : member(out, name))) {
        return null;
      }
    } while (parser.takes(','));
    return parser.closes('}') ? out.build() : null;
  }

  private boolean member(Outline.Builder out, String name) {
    int before = parser.nodes();
    Json value = parser.value();
    if (value == null || !counted(1 + parser.nodes() - before)) {
      return false;
    }
    out.head().put(name, value);
    return true;
  }

  private boolean counted(int more) {
    headNodes += more;
    exceeded |= headNodes > ToolCallLimits.OUTLINE_HEAD_NODES_MAX;
    return !exceeded;
  }

  private boolean path(Outline.Builder out, int level) {
    out.clear();
    boolean absent = parser.isNext('n');
    int start = parser.at();
    if (array(out, level)) {
      return true;
    }
    out.clear();
    parser.goTo(start);
    if (exceeded || !parser.skip()) {
      return false;
    }
    if (!absent) {
      out.head().put(path.get(level), Scalar.Bool.TRUE);
    }
    return true;
  }

  /** Whether an array of objects was read. */
  private boolean array(Outline.Builder out, int level) {
    if (!parser.takes('[')) {
      return false;
    }
    if (parser.closes(']')) {
      return true;
    }
    do {
      if (!parser.isNext('{') || !(level + 1 < path.size() ? inner(out, level) : record(out))) {
        return false;
      }
    } while (parser.takes(','));
    return parser.closes(']');
  }

  private boolean inner(Outline.Builder out, int level) {
    Outline object = object(level + 1);
    if (object == null) {
      return false;
    }
    out.add(object);
    return true;
  }

  private boolean record(Outline.Builder out) {
    int from = parser.at();
    int before = parser.nodes();
    if (!parser.skip()) {
      return false;
    }
    exceeded |= parser.nodes() - before > ToolCallLimits.OUTLINE_RECORD_NODES_MAX;
    out.add(from, parser.at());
    return !exceeded;
  }
}
