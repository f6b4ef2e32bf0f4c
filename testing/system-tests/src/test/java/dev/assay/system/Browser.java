package dev.assay.system;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * A real Chromium without a window, and what it complained about: refused by the page's security
 * policy, failed in a script, written to its console.
 */
final class Browser implements AutoCloseable {

  /** Names of the command; {@code ASSAY_CHROMIUM} names another. */
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private static final double WAIT_MILLIS = 60_000;

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser browser;
  private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();

  private Browser(Playwright playwright, com.microsoft.playwright.Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** How a page is looked at. */
  enum Look {
    LIGHT(ColorScheme.LIGHT, 1280),
    DARK(ColorScheme.DARK, 1280),
    PHONE(ColorScheme.LIGHT, 375);

    private final ColorScheme scheme;
    private final int width;

    Look(ColorScheme scheme, int width) {
      this.scheme = scheme;
      this.width = width;
    }
  }

  static Browser start() {
    Path executable = executable();
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    return new Browser(
        playwright,
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(executable)));
  }

  private static Path executable() {
    return Stream.concat(
            Optional.ofNullable(System.getenv("ASSAY_CHROMIUM")).map(Path::of).stream(),
            Stream.of(System.getenv("PATH").split(":", -1))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name))))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new AssertionError(
                "expected Chromium; install it: apt-get install chromium, or name one with"
                    + " ASSAY_CHROMIUM"));
  }

  /** A page of a browser that has been nowhere yet. */
  Page page(Look look) {
    BrowserContext context =
        browser.newContext(
            new com.microsoft.playwright.Browser.NewContextOptions()
                .setColorScheme(look.scheme)
                .setViewportSize(look.width, 900));
    context.setDefaultTimeout(WAIT_MILLIS);
    context.addInitScript(
        "addEventListener('securitypolicyviolation', (event) => console.error("
            + "'violates ' + event.violatedDirective + ' ' + event.blockedURI))");
    Page page = context.newPage();
    page.onPageError(error -> complaints.add("script: " + error));
    page.onDialog(dialog -> {
      complaints.add("dialog: " + dialog.message());
      dialog.dismiss();
    });
    page.onConsoleMessage(message -> {
      // A refused call is logged by the browser itself; what the page makes of it is looked at.
      if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
        complaints.add("console: " + message.text());
      }
    });
    return page;
  }

  /**
   * Closes all pages, which go on asking; what was complained about so far, forgotten afterwards.
   */
  List<String> closePages() {
    List.copyOf(browser.contexts()).forEach(BrowserContext::close);
    List<String> found = List.copyOf(complaints);
    complaints.clear();
    return found;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
