package dev.assay.system;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import dev.assay.core.log.Cosignature;
import dev.assay.core.log.CosignerKey;
import dev.assay.core.log.NoteSignature;
import dev.assay.core.log.SignedNote;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.key.Ed25519Key;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The console of {@code assay up} in a real browser, as people and as liars use it. */
class WebConsoleIT {

  /** Text that wants to be markup, a script or an address, or to hide or turn what stands there. */
  private static final List<String> HOSTILE =
      List.of(
          "\u202e\u200b<script>document.title='taken'</script>\u202c",
          "<img src=x onerror=document.title='taken'>",
          "</pre><svg onload=document.title='taken'>",
          "javascript:document.title='taken'",
          "\" autofocus onfocus=\"document.title='taken'",
          "{{constructor.constructor('document.title=1')()}}",
          "approved \u202egnp.exe\u202c by \u2066operator\u2069",
          "zero\u200bwidth\ufeff and \u00ad soft");

  /** What in tables reaches out of the card around it. */
  private static final String CUT_OFF =
      "[...document.querySelectorAll('.card td, .card td *')].filter((each) =>"
          + " each.getBoundingClientRect().right >"
          + " each.closest('.card').getBoundingClientRect().right + 1).map((each) =>"
          + " each.outerHTML.slice(0, 200)).join()";

  /** Cells in which a word has no room on a line. */
  private static final String SQUEEZED =
      "[...document.querySelectorAll('.card td > div:not(:empty)')].filter((each) =>"
          + " each.getBoundingClientRect().width < 60).map((each) =>"
          + " each.outerHTML.slice(0, 200)).join()";

  private static final String FAIL = "console/fail";
  private static final String PASS = "console/pass";

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));
  private static Browser browser = unset();
  private static String promoted = "";
  private static String link = "";

  @SuppressWarnings("NullAway") // started before any test
  private static Browser unset() {
    return null;
  }

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start();
    Files.createDirectories(home.resolve("data"));
    Files.writeString(
        home.resolve("data/assay.yaml"),
        UpSystem.NO_CANARIES + "director: {manifestSeconds: 1}\nartifacts: {retentionDays: 30}\n",
        StandardCharsets.UTF_8);
    system = new UpSystem(home.resolve("data")).start();
    link = system.consoleLink();
    promoted =
        system.submit("pass-1", PASS, Samples.passing("console.Pass")).path("promotion").asText();
    var _ = system.submit("fail-1", FAIL, hostileReport());
    var _ = ask("console/question", "ask-1");
    system
        .records()
        .write(
            Topic.REPORTS,
            "k",
            String.join("\n", HOSTILE).getBytes(StandardCharsets.UTF_8),
            Map.of());
    var _ = system.workItem(PASS, 1, 2);
    var _ = system.workItem(FAIL, 1, 1);
    Await.until(
        "the dead letter is listed",
        () -> !system.api().json("/v1/dead-letters").path("items").isEmpty());
    Await.until("decisions have a manifest", () -> manifest("decisions").isObject());
  }

  /** The newest manifest of the one partition of {@code topic}. */
  private static JsonNode manifest(String topic) throws Exception {
    return system
        .api()
        .json("/v1/attestations?workItem=assay.manifest/" + topic + "/0&order=newest&limit=1")
        .path("items")
        .path(0);
  }

  @AfterAll
  static void stop() {
    browser.close();
    system.close();
  }

  @AfterEach
  void theBrowserHasNothingToComplainAbout() {
    assertThat(browser.closePages()).isEmpty();
  }

  @Test
  void theLinkOfUpSignsInAndItsTokenIsNowhereInTheBrowser() {
    Page page = browser.page(Browser.Look.LIGHT);

    page.navigate(link);

    assertThat(heading(page, "Overview")).isVisible();
    assertThat(page.getByText("You are operator")).isVisible();
    String token = link.substring(link.indexOf('=') + 1);
    assertThat(page.url()).endsWith("/#/").doesNotContain(token);
    assertThat(
            (String)
                page.evaluate(
                    "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie,"
                        + " history.length])"))
        .doesNotContain(token, "assay-session");
    Cookie cookie = page.context().cookies().getFirst();
    assertThat(cookie.httpOnly).isTrue();
    assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
    assertThat(cookie.value).isNotEqualTo(token);
  }

  @Test
  void whoHasNoTokenIsAskedForOneAndAWrongOneIsToldSo() throws Exception {
    Page page = browser.page(Browser.Look.LIGHT);
    page.navigate(system.api().url() + "/#/work-items/" + PASS);

    page.getByLabel("Token").fill("not-a-token-of-this-server");
    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("does not know that token");
    page.getByLabel("Token").fill(link.substring(link.indexOf('=') + 1));
    page.keyboard().press("Enter");

    assertThat(heading(page, PASS)).isVisible();
  }

  @Test
  void everyPageHasAnAddressAndShowsWhatThereIs() throws Exception {
    Page page = signedIn(Browser.Look.LIGHT);

    at(page, "#/", "Overview", "ready", "Verifier runs", "Verdicts a minute", PASS, FAIL);
    assertThat(page.locator("main")).not().containsText("NaN");
    at(page, "#/work-items", "Work items", PASS, FAIL, "console/question");
    at(page, "#/work-items?prefix=console/p", "Work items", PASS, "1 shown");
    at(
        page,
        "#/work-items/" + PASS,
        PASS,
        "everything that was asked for passed",
        "promotion",
        "ASSERT");
    at(
        page,
        "#/work-items/" + FAIL,
        FAIL,
        "a verifier found a failure",
        "Failed",
        "repair what failed");
    at(page, "#/attestations", "Attestations", "testreport", PASS);
    at(
        page,
        "#/attestations/" + promoted,
        "Attestation",
        "Verified: the statement is what was signed");
    at(page, "#/approvals", "Approvals", "console/question", "Go on with a further attempt");
    at(page, "#/promotions", "Promotions", PASS, "testreport", "claimed", "shown, newest first");
    at(page, "#/promotions?basis=REEXECUTED", "Promotions", "No promotion fits");
    at(page, "#/failures", "Failures", "testreport", "peak 1 a day", "found most often first");
    at(page, "#/failures?days=1", "Failures", "peak 1 an hour");
    at(page, "#/attestations?basis=CLAIMED", "Attestations", "testreport", PASS);
    at(page, "#/attestations?result=PASSED", "Attestations", "promotion", PASS);
    at(page, "#/attestations?basis=REEXECUTED", "Attestations", "No attestation fits");
    at(page, "#/promotions?scope=whole&boundAbove=0.05", "Promotions", PASS, "not measured");
    at(page, "#/promotions?scope=partial", "Promotions", "No promotion fits");
    at(page, "#/attestations?hyperthesis=COST", "Attestations", "No attestation fits");
    at(page, "#/attestations?fleet=elsewhere", "Attestations", "No attestation fits");
    assertThat(page.getByLabel("Fleet")).hasValue("elsewhere");
    page.getByLabel("Fleet").fill("");
    page.getByLabel("From").fill("2026-01-31T00:00:00Z");
    press(page, "Enter");
    assertThat(page).hasURL(Pattern.compile("#/attestations\\?since=2026-01-31T00%3A00%3A00Z$"));
    assertThat(page.locator("main")).containsText(PASS);
    at(page, "#/verifiers", "Verifiers", "testreport", "Passes bad work");
    at(page, "#/fleets", "Fleets", "promoted", "list", "operator", "all of them", "Principals");
    at(page, "#/witnesses", "Witnesses", "Nobody cosigns this log");
    at(page, "#/manifests", "Manifests", "decisions/0", "follows the one before it");
    at(page, "#/dead-letters", "Dead letters", "reports");
    page.locator("[data-row]").first().click();
    at(
        page,
        page.url().replaceAll(".*#", "#"),
        "Dead letter",
        "The bytes, as far as they are kept");
    at(page, "#/log", "Log", "The log’s key signed this checkpoint.");
    at(page, "#/health", "Health", "Ready: all of", "attestation-log");
    at(page, "#/nowhere", "No such page", "leads nowhere");
    at(page, "#/work-items/console/none", "console/none", "There is nothing here");
  }

  @Test
  void whatStrangersWroteIsTextAndHidesNothing() {
    Page page = signedIn(Browser.Look.LIGHT);
    at(page, "#/work-items/" + FAIL, FAIL, "onerror=");
    hidesNothing(page);
    page.route(
        system.api().url() + "/v1/failures**",
        route -> route.fulfill(new Route.FulfillOptions().setBody(hostileFailures())));
    at(page, "#/failures", "Failures", "onerror=");
    hidesNothing(page);
    at(page, "#/dead-letters", "Dead letters", "reports");
    page.locator("[data-row]").first().click();
    assertThat(page.locator("pre.untrusted")).containsText("onerror=");
    hidesNothing(page);
  }

  @Test
  void aFailureIsHeadedByWhatFailed() {
    Page page = signedIn(Browser.Look.LIGHT);
    at(page, "#/failures", "Failures", "testreport");
    assertThat(page.locator("[data-row] > .untrusted").first()).isVisible();
    assertThat(page.locator("[data-row] code")).hasCount(0);
  }

  @Test
  void aLongNameTakesTwoLinesAndEndsAsItEnds() {
    String name = "console/" + "part-of-a-long-name/".repeat(5) + "the-end";
    String agent = "a".repeat(128);
    Page page = signedIn(Browser.Look.LIGHT);
    page.route(
        system.api().url() + "/v1/work-items?**",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setBody(
                        """
                        {"items":[{"workItem":"%s","status":"promoted","mood":"CALM","attempt":1,"agent":"%s",
                         "fleet":"%s","firstTime":"2026-01-02T00:00:00.000Z","lastTime":"2026-01-02T00:00:00.000Z"}],
                         "next":null}\
                        """
                            .formatted(name, agent, agent))));
    for (Browser.Look look : List.of(Browser.Look.LIGHT, Browser.Look.PHONE)) {
      at(page, "#/work-items", "Work items", "the-end");
      assertThat(page.locator("[data-row] > span")).hasAttribute("title", name);
      assertThat(
              (boolean)
                  page.evaluate(
                      "[...document.querySelectorAll('td span[title]')].every((each) =>"
                          + " each.getBoundingClientRect().height < 50)"))
          .as("two lines on " + look)
          .isTrue();
      page.setViewportSize(360, 740);
    }
  }

  private static void hidesNothing(Page page) {
    assertThat(page.locator(".untrusted .esc").getByText("U+202E").first()).isVisible();
    assertThat(page.locator(".untrusted").getByText("<script>").first()).isVisible();
    assertThat((String) page.evaluate("document.body.innerText"))
        .doesNotContain("\u202e", "\u202c", "\u200b", "\u2066", "\ufeff");
    assertThat(
            page.locator(
                "main script, main img, main [onload], main [onerror], main [autofocus],"
                    + " a[href^='javascript']"))
        .hasCount(0);
    assertThat(page.title()).endsWith("· Assay");
  }

  @Test
  void anAttestationIsVerifiedInTheBrowserAndATamperedOneIsNot() throws Exception {
    Page page = signedIn(Browser.Look.LIGHT);
    String id =
        Api.texts(system.api().json("/v1/work-items/" + PASS).path("attestations")).getFirst();

    page.navigate(system.api().url() + "/#/attestations/" + id);
    assertThat(page.locator(".sum.right")).containsText("Verified");
    assertThat(page.locator(".steps li")).hasCount(7);
    assertThat(page.locator(".steps .right")).hasCount(6);
    assertThat(page.locator(".steps .unsure")).containsText("nobody cosigns this log");

    tampered(
        page, id, "/v1/attestations/" + id, WebConsoleIT::anotherPayload, "The id is the SHA-256");
    tampered(
        page, id, "/v1/attestations/" + id, WebConsoleIT::anotherSignature, "The director signed");
    tampered(
        page,
        id,
        "/v1/attestations/" + id + "/proof",
        WebConsoleIT::anotherIndex,
        "The log has the statement");
    tampered(
        page,
        id,
        "/v1/attestations/" + id + "/proof",
        WebConsoleIT::anotherCheckpoint,
        "The log signed that root");
    tampered(
        page,
        id,
        "/v1/keys",
        text -> text.replace("MCowBQYDK2VwAyEA", "MCowBQYDK2VwAyEB"),
        "The key is the one");
    tampered(
        page, id, "/v1/reports/**", text -> text.replace("PASS", "FAIL"), "The report is the one");
  }

  @Test
  void aCosignatureIsCheckedInTheBrowserAndATamperedOneIsNot() throws Exception {
    Ed25519Key seer = Ed25519Key.generate(Instant.EPOCH);
    CosignerKey key = new CosignerKey("seer.example/w", seer.publicKey());
    CosignerKey absent =
        new CosignerKey("absent.example/w", Ed25519Key.generate(Instant.EPOCH).publicKey());
    SignedNote note = SignedNote.parse(system.api().get("/checkpoint").body());
    String right =
        note.with(List.of(Cosignature.sign(note.text(), key, 1_767_323_045, seer))).note();
    String other =
        note.with(List.of(Cosignature.sign(note.text() + "x\n", key, 1_767_323_045, seer))).note();

    for (Browser.Look look : Browser.Look.values()) {
      Page page = signedIn(look);
      witnesses(page, right, 10, witness(key, "COSIGNED"), witness(absent, "UNREACHABLE"));
      assertThat(page.locator(".sum.right")).containsText("cosigned the newest checkpoint, of 10");
      assertThat(row(page, "seer.example/w")).containsText("verified 2026-01-02");
      assertThat(row(page, "absent.example/w")).containsText("not cosigned");
      assertThat(page.locator("nav [aria-current]")).isInViewport();
      picture(page, look, "#/witnesses-quorum");
    }
    Page page = signedIn(Browser.Look.LIGHT);
    witnesses(page, other, 7, witness(key, "COSIGNED"));
    assertThat(page.locator(".sum.unsure")).containsText("cosigned 7 of 10 entries");
    assertThat(row(page, "seer.example/w")).containsText("NOT verified");
    witnesses(page, right, 0, witness(key, "HTTP_500"));
    assertThat(page.locator(".sum.wrong")).containsText("No quorum");
    witnesses(page, right, 10, witness(key, "SPLIT"));
    assertThat(page.locator(".sum.wrong")).containsText("seer.example/w cosigned another history");
  }

  @Test
  void anAttestationsPageShowsWhoCosignedTheCheckpointOfItsProof() throws Exception {
    Ed25519Key seer = Ed25519Key.generate(Instant.EPOCH);
    CosignerKey key = new CosignerKey("seer.example/w", seer.publicKey());
    String path = "/v1/attestations/" + promoted + "/proof";
    String proof = system.api().get(path).body();
    int begin = proof.indexOf("\n\n") + 2;
    SignedNote note = SignedNote.parse(proof.substring(begin));
    Page page = signedIn(Browser.Look.LIGHT);
    answering(
        page,
        "/v1/witnesses",
        "{\"items\":[%s],\"logSize\":1,\"cosignedSize\":1}".formatted(witness(key, "COSIGNED")));

    cosigned(page, path, proof);
    assertThat(page.locator(".steps .unsure")).containsText("no witness has cosigned");
    assertThat(page.locator(".sum.right")).isVisible();
    NoteSignature line = Cosignature.sign(note.text(), key, 1_767_323_045, seer);
    cosigned(page, path, proof.substring(0, begin) + note.with(List.of(line)).note());
    assertThat(page.locator(".steps .right")).hasCount(6);
    assertThat(page.locator(".steps")).containsText("entries at 2026-01-02T03:04:05.000Z");
    NoteSignature lie = Cosignature.sign("x\n", key, 1_767_323_045, seer);
    cosigned(page, path, proof.substring(0, begin) + note.with(List.of(lie)).note());
    assertThat(page.locator(".steps .wrong")).containsText("Log witnesses have seen that root");
    assertThat(page.locator(".sum.wrong")).isVisible();
  }

  private static void cosigned(Page page, String path, String proof) {
    answering(page, path, proof);
    page.navigate("about:blank");
    at(page, "#/attestations/" + promoted, "Attestation");
  }

  @Test
  void aVerifiersBoundsAreDrawnOverTime() {
    String rates =
        """
        {"attestation":"%1$s","time":"2026-01-0%2$dT00:00:00.000Z","version":"3","rates":
         {"falsePasses":0,"knownBad":%3$d,"falsePassLower":0,"falsePassUpper":%4$s,
          "falseFails":1,"knownGood":%3$d,"falseFailLower":0.01,"falseFailUpper":%4$s}}\
        """;
    String never =
        """
        {"attestation":"%s","time":"2026-01-01T00:00:00.000Z","version":"3","rates":null}\
        """
            .formatted(promoted);
    for (Browser.Look look : Browser.Look.values()) {
      Page page = signedIn(look);
      page.route(
          system.api().url() + "/v1/error-rates**",
          route ->
              route.fulfill(
                  new Route.FulfillOptions()
                      .setBody(
                          """
                          {"verifier":"testreport","since":"2026-01-01T00:00:00.000Z",
                           "until":"2026-01-05T00:00:00.000Z","points":[%s,%s,%s,%s]}\
                          """
                              .formatted(
                                  never,
                                  rates.formatted(promoted, 2, 1, "0.975"),
                                  rates.formatted(promoted, 3, 20, "0.169"),
                                  rates.formatted(promoted, 4, 100, "0.037")))));
      at(page, "#/verifiers", "Verifiers", "testreport", "at most 3.7 %", "0 of 100", "1 of 100");
      assertThat(page.locator("svg.interval").first())
          .hasAttribute("aria-label", "upper bound 98 % at 2026-01-02 00:00:00 UTC, now 3.7 %");
      assertThat(page.locator("svg.interval.bad")).hasCount(1);
      assertThat(page.locator("svg.interval .band").first())
          .hasAttribute("d", Pattern.compile("M0\\.0 2\\.1L60\\.0 2\\.1L60\\.0 35\\.9L.*Z"));
      picture(page, look, "#/verifiers-over-time");
    }
  }

  @Test
  void aTimeThatIsStillToComeIsToldSo() {
    Page page = signedIn(Browser.Look.LIGHT);
    Instant soon = Instant.now().plusSeconds(7_500);
    answering(
        page,
        "/v1/keys",
        """
        {"keys":[{"use":"attestation","keyid":"%s","notBefore":"2026-01-02T00:00:00.000Z",
         "notAfter":"%s","spki":""}]}\
        """
            .formatted(promoted, soon));

    at(page, "#/log", "Log", "in 2 h");
  }

  @Test
  void anOverviewThatIsNoLongerFreshSaysSo() {
    Page page = signedIn(Browser.Look.LIGHT);
    at(page, "#/", "Overview", "ready", "Lag");
    assertThat(page.locator(".notice")).hasCount(0);
    String url = system.api().url() + "/v1/approvals**";
    page.route(url, route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));

    assertThat(page.locator(".notice")).containsText("since then the server was asked in vain");
    assertThat(page.locator("main")).containsText("Lag");
    page.unroute(url);
    assertThat(page.locator(".notice")).hasCount(0);
  }

  private static String witness(CosignerKey key, String result) {
    return """
    {"name":"%s","vkey":"%s","size":10,"lastResult":"%s","lastCosigned":null,"tries":0}\
    """
        .formatted(key.name(), key.vkey(), result);
  }

  /** The page when the server tells this of its log of 10 entries. */
  private static void witnesses(Page page, String checkpoint, int cosigned, String... items) {
    String body =
        "{\"items\":[%s],\"logSize\":10,\"cosignedSize\":%d}"
            .formatted(String.join(",", items), cosigned);
    answering(page, "/v1/witnesses", body);
    answering(page, "/checkpoint", checkpoint);
    page.navigate("about:blank");
    at(page, "#/witnesses", "Witnesses");
  }

  private static void answering(Page page, String path, String body) {
    page.route(
        system.api().url() + path,
        route -> route.fulfill(new Route.FulfillOptions().setBody(body)));
  }

  private static Locator row(Page page, String name) {
    return page.locator("main tbody tr").filter(new Locator.FilterOptions().setHasText(name));
  }

  @Test
  void aManifestThatDoesNotFollowTheOneBeforeIsShown() throws Exception {
    Page page = signedIn(Browser.Look.LIGHT);
    String made =
        """
        {"id":"%s","logIndex":1,"firstOffset":%d,"endOffset":9,"readFrom":null,"previous":"%s",
         "records":0,"time":"2026-01-02T00:00:00.000Z"}\
        """;
    String older = "c".repeat(64);
    String newest = "d".repeat(64);
    String before = made.formatted(older, 0, newest);
    for (String[] lie :
        new String[][] {
          {"9", older, before, "follows cccccccccccc"},
          {"12", older, before, "begins at 12, the one before ends at 9"},
          {"9", newest, before, "names another one before it"},
          {"9", older, "null", "is not logged"},
        }) {
      answering(
          page,
          "/v1/manifests",
          "{\"items\":[{\"topic\":\"decisions\",\"partition\":0,\"newest\":%s,\"before\":%s}]}"
              .formatted(made.formatted(newest, Integer.parseInt(lie[0]), lie[1]), lie[2]));
      page.navigate("about:blank");
      at(page, "#/manifests", "Manifests", lie[3]);
      assertThat(page.locator(lie[3].startsWith("follows") ? ".sum.right" : ".sum.wrong"))
          .isVisible();
    }
  }

  @Test
  void aQuestionIsAnsweredWithTheKeyboardAlone() throws Exception {
    JsonNode asked = ask("console/keys", "ask-keys");
    Page page = signedIn(Browser.Look.LIGHT);

    press(page, "g", "a");
    Locator question = page.getByLabel("Question about console/keys");
    assertThat(question).isVisible();
    while (!(boolean) question.evaluate("node => node === document.activeElement")) {
      press(page, "j");
    }
    press(page, "1");
    assertThat(page.getByRole(AriaRole.DIALOG)).isVisible();
    page.keyboard().type("the <b>short</b> one is meant");
    press(page, "Enter");
    assertThat(question.getByRole(AriaRole.STATUS)).containsText("Decided");

    JsonNode item = system.workItem("console/keys", 2, 2);
    JsonNode answer =
        system.statement(item.path("attestations").path(1).asText()).path("predicate");
    assertThat(answer.path("answer").asText()).isEqualTo(asked.at("/approval/options/0").asText());
    assertThat(answer.path("answeredBy").asText()).isEqualTo("operator");
    assertThat(answer.path("reason").asText()).isEqualTo("the <b>short</b> one is meant");
  }

  @Test
  void everythingIsReachedWithTheKeyboard() {
    Page page = signedIn(Browser.Look.LIGHT);
    assertThat(heading(page, "Overview")).isVisible();

    press(page, "g", "w");
    assertThat(heading(page, "Work items")).isFocused();
    assertThat(page.locator("[data-row]").first()).isVisible();
    press(page, "/");
    assertThat(page.getByLabel("Begins with")).isFocused();
    page.keyboard().type(FAIL);
    press(page, "Enter");
    assertThat(page.getByText("1 shown")).isVisible();
    press(page, "j");
    assertThat(page.locator("[data-row]").first()).isFocused();
    press(page, "Enter");
    assertThat(heading(page, FAIL)).isFocused();
    press(page, "?");
    assertThat(page.getByRole(AriaRole.DIALOG)).isVisible();
    press(page, "Escape");
    assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
    page.locator("body").evaluate("body => { body.tabIndex = -1; body.focus(); }");
    press(page, "Tab");
    assertThat(page.getByText("Skip to the page")).isFocused();
  }

  @Test
  void aFailureLeadsToItsAttestationsAndAFilterToItsPromotionsByTheKeyboard() {
    Page page = signedIn(Browser.Look.LIGHT);
    assertThat(heading(page, "Overview")).isVisible();

    press(page, "g", "f");
    assertThat(heading(page, "Failures")).isFocused();
    assertThat(page.locator("[data-row]").first()).isVisible();
    press(page, "j", "Enter");
    assertThat(heading(page, "Attestations")).isFocused();
    assertThat(page.locator("main table .chip").getByText("fail").first()).isVisible();
    assertThat(page.locator("main table")).not().containsText(PASS);
    assertThat(page).hasURL(Pattern.compile("#/attestations\\?signature=[0-9a-f]{32}$"));
    press(page, "g", "p");
    assertThat(heading(page, "Promotions")).isFocused();
    assertThat(page.locator("[data-row]").first()).isVisible();
    page.getByLabel("Weakest evidence").focus();
    page.keyboard().type("o");
    assertThat(page.getByText("No promotion fits")).isVisible();
    for (String key : List.of("e Fleets", "c Witnesses", "m Manifests")) {
      page.locator("h1").focus();
      press(page, "g", key.substring(0, 1));
      assertThat(heading(page, key.substring(2))).isFocused();
    }
  }

  @Test
  void aPageThatCannotBeReadSaysSoAndTriesAgain() {
    Page page = signedIn(Browser.Look.LIGHT);
    String url = system.api().url() + "/v1/failures**";
    page.route(url, route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
    at(page, "#/failures", "Failures", "That did not work");

    page.unroute(url);
    page.getByText("Try again").click();

    assertThat(page.locator("main")).containsText("peak 1 a day");
  }

  @Test
  void aServerThatIsDownIsNamedAndNotAnErrorOfTheBrowser() {
    Page page = signedIn(Browser.Look.LIGHT);
    page.route(system.api().url() + "/v1/failures**", Route::abort);

    page.route(system.api().url() + "/readyz", Route::abort);

    at(page, "#/failures", "Failures", "The server cannot be reached");
    assertThat(page.getByText("Try again")).isVisible();
    at(page, "#/health", "Health", "No answer came: the server has stopped");
  }

  @Test
  void whereNoTokensAreAskedForNoneAreListed() {
    Page page = signedIn(Browser.Look.LIGHT);
    answering(page, "/v1/principals", "{\"items\":[],\"issuers\":[]}");

    at(page, "#/fleets", "Fleets", "Nobody has to show who he is");

    assertThat(page.getByText("assay tokens")).hasCount(0);
  }

  @Test
  void anArtifactThatExpiredIsShownAsSuchAndIsNoDownload() throws Exception {
    String path = "/v1/work-items/" + PASS;
    JsonNode lineage = system.api().json(path + "/lineage");
    JsonNode why = system.api().json(path + "/explanation");
    String expired = "2026-02-03T04:05:06.000Z";
    lineage.path("artifacts").forEach(each -> ((ObjectNode) each).put("expired", expired));
    why.path("claimed").forEach(each -> ((ObjectNode) each).put("expired", expired));
    Page page = signedIn(Browser.Look.LIGHT);
    at(page, "#/work-items/" + PASS, PASS, "promoted");
    assertThat(page.locator("main a[href^='/v1/artifacts/']").first()).isVisible();

    String asked = path.replace(PASS, PASS.replace("/", "%2F"));
    answering(page, asked + "/lineage", lineage.toString());
    answering(page, asked + "/explanation", why.toString());
    page.reload();

    assertThat(page.locator("main .chip", new Page.LocatorOptions().setHasText("expired")))
        .isVisible();
    assertThat(page.locator("main")).containsText("2026-02-03 04:05:06 UTC");
    assertThat(page.locator("main svg")).containsText("expired 26-02-03");
    assertThat(page.locator("main a[href^='/v1/artifacts/']")).hasCount(0);
  }

  @Test
  void aWorkItemsPageChangesAsItsEventsCome() throws Exception {
    var _ = system.submit("live-1", "console/live", Samples.failing("console.Live"));
    Page page = signedIn(Browser.Look.LIGHT);
    page.navigate(system.api().url() + "/#/work-items/console/live");
    assertThat(page.locator("main .chips").first()).containsText("retrying");

    ObjectNode next = Samples.dataOf("console/live", Samples.passing("console.Live"));
    next.put("attempt", 2);
    assertThat(system.api().put(Samples.passing("console.Live"), "application/xml").status())
        .isIn(200, 201);
    var _ = system.api().post(Api.EVENT, Samples.event("live-2", next).toString(), "?wait=100");

    assertThat(page.locator("main .chips").first()).containsText("promoted");
  }

  @Test
  void aHundredThousandWorkItemsAreAPageAtATime(@TempDir Path directory) throws Exception {
    try (ManyItems many = new ManyItems(directory, 100_000)) {
      Page page = browser.page(Browser.Look.LIGHT);
      page.navigate(many.url());
      assertThat(page.getByText("You are anonymous")).isVisible();
      assertThat(page.getByText("more than 1,000")).isVisible();

      Set<String> seen = new HashSet<>();
      press(page, "g", "w");
      for (int shown = 100; shown <= 500; shown += 100) {
        assertThat(page.locator("a.row")).hasCount(100);
        assertThat(page.locator("a.row").first()).hasText(ManyItems.id(100_000 - (shown - 99)));
        seen.addAll(page.locator("a.row").allTextContents());
        assertThat(seen).hasSize(shown);
        page.getByText("Older").click();
      }
      page.goBack();
      page.goBack();
      assertThat(page.locator("a.row").first()).hasText(ManyItems.id(100_000 - 301));
      page.getByLabel("Begins with").fill(ManyItems.id(3));
      press(page, "Enter");
      assertThat(page.locator("a.row")).hasCount(1);
    }
  }

  @Test
  void whoSeesOtherFleetsIsTold404AndWhoseTokenIsRevokedIsSignedOut() throws Exception {
    UpSystem.Command created =
        system.local(
            "tokens",
            "create",
            "--role",
            "approve",
            "--fleet",
            "elsewhere",
            "--id",
            "eve",
            "--json");
    String token = new Api.Answer(200, created.output()).json().path("token").asText();
    Page page = browser.page(Browser.Look.LIGHT);
    page.navigate(system.api().url() + "/#token=" + token);
    assertThat(page.getByText("You are eve")).isVisible();

    at(page, "#/work-items", "Work items", "No work item yet");
    at(page, "#/work-items/" + PASS, PASS, "There is nothing here");
    at(page, "#/attestations/" + promoted, "Attestation", "There is nothing here");
    for (String hidden : List.of("Dead letters", "Witnesses", "Manifests")) {
      assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(hidden)))
          .hasCount(0);
    }
    at(page, "#/fleets", "Fleets", "No work yet", "elsewhere");
    assertThat(page.getByText("assay tokens")).hasCount(0);
    at(page, "#/manifests", "Manifests", "No manifest is logged here for you");

    var _ = system.local("tokens", "revoke", "eve");
    Await.until(
        "the session ends",
        () -> {
          page.reload();
          return page.getByLabel("Token").count() == 1
              || page.locator("h1").textContent().equals("Sign in");
        });
  }

  @Test
  void signingOutEndsTheSession() {
    Page page = signedIn(Browser.Look.LIGHT);

    page.getByText("Sign out").click();

    assertThat(heading(page, "Sign in")).isVisible();
    page.reload();
    assertThat(heading(page, "Sign in")).isVisible();
  }

  @ParameterizedTest
  @EnumSource(Browser.Look.class)
  void noPageBreaksARuleOfAxe(Browser.Look look) throws Exception {
    String axe = axe();
    Page page = signedIn(look);
    List<String> broken = new ArrayList<>();
    for (String address :
        List.of(
            "#/",
            "#/work-items",
            "#/work-items/" + PASS,
            "#/work-items/" + FAIL,
            "#/attestations",
            "#/attestations/" + promoted,
            "#/approvals",
            "#/promotions",
            "#/failures",
            "#/failures?days=1",
            "#/attestations/" + "0".repeat(64),
            "#/verifiers",
            "#/dead-letters",
            "#/fleets",
            "#/log",
            "#/witnesses",
            "#/manifests",
            "#/health")) {
      at(page, address, "", "");
      assertThat(page.locator("[aria-busy]")).hasCount(0);
      page.evaluate(axe);
      @SuppressWarnings("unchecked")
      List<String> found =
          (List<String>)
              page.evaluate(
                  "axe.run(document, {resultTypes: ['violations']}).then(result =>"
                      + " result.violations.map(each => each.id + ': ' +"
                      + " each.nodes[0].html.slice(0, 200) + ' ' + each.nodes[0].failureSummary))");
      found.forEach(each -> broken.add(look + " " + address + " " + each));
      assertThat((boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
          .as(look + " " + address + " fits the width")
          .isTrue();
      assertThat(page.evaluate(CUT_OFF)).as(look + " " + address + " is cut off").isEqualTo("");
      if (look == Browser.Look.PHONE) {
        assertThat(page.evaluate(SQUEEZED)).as(address + " is squeezed").isEqualTo("");
      }
      picture(page, look, address);
    }
    assertThat(broken).isEmpty();
  }

  /** With {@code -Dassay.pictures=DIRECTORY} each page is kept as a picture, to be looked at. */
  private static void picture(Page page, Browser.Look look, String address) {
    String directory = System.getProperty("assay.pictures", "");
    if (!directory.isEmpty()) {
      String name =
          look + address.replaceAll("[^a-z-]+", "_").replaceAll("_[0-9a-f]+$", "") + ".png";
      page.screenshot(
          new Page.ScreenshotOptions().setFullPage(true).setPath(Path.of(directory, name)));
    }
  }

  private static String axe() throws Exception {
    try (InputStream in =
        Objects.requireNonNull(WebConsoleIT.class.getResourceAsStream("/axe.min.js"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Page signedIn(Browser.Look look) {
    Page page = browser.page(look);
    page.navigate(link);
    assertThat(page.getByText("You are operator")).isVisible();
    return page;
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name).setLevel(1));
  }

  /** Goes there and waits until it shows all of {@code texts}. */
  private static void at(Page page, String address, String heading, String... texts) {
    page.navigate(system.api().url() + "/" + address);
    assertThat(page.locator("h1")).containsText(heading);
    for (String text : texts) {
      assertThat(page.locator("main")).containsText(text);
    }
  }

  private static void press(Page page, String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
  }

  /** The server tells something else than the truth at {@code path}; the named step must say so. */
  private static void tampered(
      Page page, String id, String path, UnaryOperator<String> lie, String step) {
    String url = system.api().url() + path;
    page.route(
        url,
        route -> {
          var answer = route.fetch();
          route.fulfill(
              new Route.FulfillOptions().setResponse(answer).setBody(lie.apply(answer.text())));
        });
    page.navigate("about:blank");
    page.navigate(system.api().url() + "/#/attestations/" + id);
    assertThat(page.locator(".sum.wrong")).containsText("NOT verified");
    assertThat(page.locator(".steps .wrong").filter(new Locator.FilterOptions().setHasText(step)))
        .hasCount(1);
    page.unroute(url);
  }

  private static String anotherPayload(String envelope) {
    String payload = envelope.replaceAll(".*\"payload\":\"([^\"]+)\".*", "$1");
    String statement = new String(Base64.getDecoder().decode(payload), StandardCharsets.UTF_8);
    return envelope.replace(
        payload,
        Base64.getEncoder()
            .encodeToString(statement.replace("PASS", "FAIL").getBytes(StandardCharsets.UTF_8)));
  }

  private static String anotherSignature(String envelope) {
    String signature = envelope.replaceAll(".*\"sig\":\"([^\"]+)\".*", "$1");
    byte[] bytes = Base64.getDecoder().decode(signature);
    bytes[9] ^= 1;
    return envelope.replace(signature, Base64.getEncoder().encodeToString(bytes));
  }

  private static String anotherIndex(String proof) {
    return Pattern.compile("index (\\d+)")
        .matcher(proof)
        .replaceFirst(found -> "index " + (Integer.parseInt(found.group(1)) == 0 ? 1 : 0));
  }

  private static String anotherCheckpoint(String proof) {
    String line = proof.lines().filter(each -> each.startsWith("— ")).findFirst().orElseThrow();
    String blob = line.substring(line.lastIndexOf(' ') + 1);
    byte[] bytes = Base64.getDecoder().decode(blob);
    bytes[20] ^= 1;
    return proof.replace(blob, Base64.getEncoder().encodeToString(bytes));
  }

  /** What no verifier of ours makes of a failure: each hostile text as it is. */
  private static String hostileFailures() {
    String texts = JsonNodeFactory.instance.textNode(String.join("\n", HOSTILE)).toString();
    return """
    {"firstBucket":"2026-01-02T00:00:00.000Z","bucketSeconds":86400,"whole":false,
     "oldest":"2026-01-02T00:00:00.000Z","items":[{"signature":%1$s,"kind":%1$s,
     "untrustedText":%1$s,"count":2,"workItems":1,"agents":1,"verifiers":[%1$s],
     "firstTime":"2026-01-02T00:00:00.000Z","lastTime":"2026-01-02T00:00:00.000Z",
     "newest":"","counts":[0,2]}]}\
    """
        .formatted(texts);
  }

  private static JsonNode ask(String workItem, String eventId) throws Exception {
    String report = Samples.passing(eventId);
    assertThat(system.api().put(report, "application/xml").status()).isIn(200, 201);
    ObjectNode data = Samples.dataOf(workItem, report);
    data.putArray("hints").add("preference-missing");
    return system
        .api()
        .post(Api.EVENT, Samples.event(eventId, data).toString(), "?wait=100")
        .json()
        .path("decision");
  }

  /** A report with a failure for each hostile text, in its name and in its message. */
  private static String hostileReport() {
    StringBuilder cases = new StringBuilder();
    for (String text : HOSTILE) {
      String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
      cases
          .append("<testcase classname=\"console\" name=\"")
          .append(escaped)
          .append("\"><failure message=\"")
          .append(escaped)
          .append("\"><![CDATA[")
          .append(text)
          .append("]]></failure></testcase>");
    }
    return "<testsuite name=\"console\" tests=\""
        + HOSTILE.size()
        + "\" failures=\""
        + HOSTILE.size()
        + "\">"
        + cases
        + "</testsuite>";
  }
}
