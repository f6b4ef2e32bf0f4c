package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures how soon Chromium paints each page of the console of {@code assay up}, which has decided
 * some hundred work items. Cold is a browser that has a session and no file of the page yet, warm
 * the same page opened again. Arguments: a directory on the disk to measure, seconds in which work
 * comes in before, how often each page is opened, a directory for a picture of each.
 */
public final class ConsoleBench {

  private static final int CALLERS = 8;

  /** Notes when the page shows what it loads, and the largest paint so far. */
  private static final String WATCH =
      """
      window.assayShown = 0;
      window.assayLargest = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.assayLargest = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      const look = () => {
        const busy = document.querySelector('main [aria-busy]');
        const shown = document.querySelector('main h1') && !busy;
        if (shown) requestAnimationFrame(() => setTimeout(() => {
          window.assayShown = performance.now();
        }));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      """;

  private static final String FIGURES =
      """
      () => new Promise((resolve) => {
        const look = () => {
          if (window.assayShown === 0) {
            requestAnimationFrame(look);
            return;
          }
          const files = performance.getEntriesByType('resource');
          const page = performance.getEntriesByType('navigation')[0];
          resolve([
            performance.getEntriesByName('first-contentful-paint')[0].startTime,
            window.assayLargest,
            window.assayShown,
            files.length + 1,
            files.reduce((sum, file) => sum + file.transferSize, page.transferSize) / 1024,
          ]);
        };
        look();
      })
      """;

  private ConsoleBench() {}

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[0]), "assay-bench");
    Path pictures = Files.createDirectories(Path.of(args[3]));
    try (UpSystem system = UpSystem.installed(directory.resolve("data"), List.of());
        Browser browser = Browser.start()) {
      var _ = system.start();
      Load load = new Load(system.api(), LoadEvents.known(system.api()), 0);
      var _ = load.callers(CALLERS, Duration.ofSeconds(Long.parseLong(args[1])));
      System.out.printf(
          Locale.ROOT,
          "%-16s %17s %17s %17s %9s %8s%n",
          "median, most; ms",
          "first paint",
          "largest paint",
          "all shown",
          "requests",
          "KiB");
      for (Map.Entry<String, String> each : addresses(system.api()).entrySet()) {
        page(system, browser, each, Integer.parseInt(args[2]), pictures, System.out);
      }
      system.stop();
    }
  }

  private static Map<String, String> addresses(Api api) throws Exception {
    JsonNode newest = api.json("/v1/attestations?order=newest&limit=1").path("items").path(0);
    Map<String, String> addresses = new LinkedHashMap<>();
    addresses.put("overview", "");
    addresses.put("work items", "work-items");
    addresses.put(
        "work item",
        "work-items/" + api.json("/v1/work-items?limit=1").at("/items/0/workItem").asText());
    addresses.put("attestations", "attestations");
    addresses.put("attestation", "attestations/" + newest.path("id").asText());
    for (String name :
        List.of(
            "approvals",
            "promotions",
            "failures",
            "verifiers",
            "dead-letters",
            "fleets",
            "log",
            "witnesses",
            "manifests",
            "health")) {
      addresses.put(name, name);
    }
    return addresses;
  }

  private static void page(
      UpSystem system,
      Browser browser,
      Map.Entry<String, String> address,
      int times,
      Path pictures,
      PrintStream out)
      throws Exception {
    List<List<Double>> cold = new ArrayList<>();
    List<List<Double>> warm = new ArrayList<>();
    String url = system.api().url() + "/#/" + address.getValue();
    for (int i = 0; i < times; i++) {
      Page signedIn = browser.page(Browser.Look.LIGHT);
      signedIn.navigate(system.consoleLink());
      signedIn.waitForSelector("#who strong");
      Page page = browser.page(Browser.Look.LIGHT);
      page.context().addCookies(signedIn.context().cookies());
      page.context().addInitScript(WATCH);
      cold.add(opened(page, url));
      warm.add(opened(page, url));
      if (i == 0) {
        page.screenshot(
            new Page.ScreenshotOptions()
                .setPath(pictures.resolve(address.getKey().replace(' ', '-') + ".png")));
      }
      for (String complaint : browser.closePages()) {
        throw new IllegalStateException("expected a quiet page, found " + complaint);
      }
    }
    line(out, address.getKey(), cold);
    line(out, "  opened again", warm);
  }

  private static List<Double> opened(Page page, String url) {
    page.navigate("about:blank");
    page.navigate(url);
    List<Double> figures = new ArrayList<>();
    if (page.evaluate(FIGURES) instanceof List<?> found) {
      found.forEach(each -> figures.add(Double.parseDouble(String.valueOf(each))));
    }
    return figures;
  }

  private static void line(PrintStream out, String name, List<List<Double>> runs) {
    List<List<Double>> columns = new ArrayList<>();
    for (int column = 0; column < runs.getFirst().size(); column++) {
      int at = column;
      List<Double> values = new ArrayList<>(runs.stream().map(run -> run.get(at)).toList());
      Collections.sort(values);
      columns.add(List.of(values.get(values.size() / 2), values.getLast()));
    }
    out.printf(Locale.ROOT, "%-16s", name);
    for (List<Double> column : columns.subList(0, 3)) {
      out.printf(Locale.ROOT, " %8.0f %8.0f", column.getFirst(), column.getLast());
    }
    out.printf(Locale.ROOT, " %9.0f %8.0f%n", columns.get(3).getFirst(), columns.get(4).getFirst());
  }
}
