package dev.assay.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Makes the events of a load; what they name is stored before. */
@FunctionalInterface
interface LoadEvents {

  /** What the work item of an event is called, before its number. */
  String PREFIX = "bench-";

  /** Reports that {@link #known} stores. */
  int REPORTS = 64;

  /** Event {@code n} as structured JSON, of the work item {@link #PREFIX} and {@code n}. */
  String event(int n) throws IOException, InterruptedException;

  /**
   * Events that name a few artifacts that are stored already; what differs from one to the next is
   * put into their text, so that making one is cheap.
   */
  static LoadEvents known(Api api) throws IOException, InterruptedException {
    String place = PREFIX + "number";
    List<String> events = new ArrayList<>();
    for (int i = 0; i < REPORTS; i++) {
      String report = Samples.passing("bench.Suite" + i);
      var _ = api.put(report, "application/xml");
      events.add(Samples.event(place, Samples.dataOf(place, report)).toString());
    }
    return n -> events.get(n % REPORTS).replace(place, PREFIX + n);
  }

  /** Events that each name a report of their own, which is uploaded before, as agents do. */
  static LoadEvents uploaded(Api api) {
    return n -> named(api, n, Samples.passing("bench.Own" + n));
  }

  /** Events that each name a report of their own with a failing test. */
  static LoadEvents failing(Api api) {
    return n -> named(api, n, Samples.failing("bench.Own" + n));
  }

  private static String named(Api api, int n, String report)
      throws IOException, InterruptedException {
    var _ = api.put(report, "application/xml");
    return Samples.event(PREFIX + n, Samples.dataOf(PREFIX + n, report)).toString();
  }
}
