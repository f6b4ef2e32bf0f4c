package dev.assay.schemas;

import java.util.LinkedHashMap;
import java.util.Map;

/** Makes maps that forget an entry when another one is too much. Not safe for many threads. */
public final class Bounded {

  private Bounded() {}

  /**
   * An empty map of at most {@code max} entries.
   *
   * @param byUse whether it forgets what was not used for longest, else what was put in first
   */
  public static <K, V> Map<K, V> map(int max, boolean byUse) {
    return new LinkedHashMap<>(16, 0.75f, byUse) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > max;
      }
    };
  }
}
