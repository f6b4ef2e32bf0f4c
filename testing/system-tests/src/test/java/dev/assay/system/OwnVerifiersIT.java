package dev.assay.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.testkit.VerifierContract;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The verifiers that {@code docs/writing-a-verifier.md} shows, a jar and a Python script, from
 * their sources to decisions.
 */
class OwnVerifiersIT {

  private static final Path DEMO = Path.of("../../demo/verifiers");
  private static final Path GUIDE = Path.of("../../docs/writing-a-verifier.md");
  private static final Pattern BLOCK =
      Pattern.compile("<!-- (demo/verifiers/\\S+) -->\n```\\w*\n(.*?)```\n", Pattern.DOTALL);

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    Path data = home.resolve("data");
    Files.createDirectories(data.resolve("jars"));
    Files.createDirectories(data.resolve("coverage"));
    for (String file : List.of("assay.yaml", "policy.yaml", "coverage/coverage.py")) {
      Files.copy(DEMO.resolve(file), data.resolve(file));
    }
    build(DEMO.resolve("deprecations/src/main"), data.resolve("jars/deprecations.jar"));
    system = new UpSystem(data).start();
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @Test
  void whatBothPassIsPromotedWithAnAttestationOfEach() throws Exception {
    JsonNode decision = submit("good", "3 passed\nTOTAL 120 6 95%\n");

    assertThat(decision.path("kind").asText()).isEqualTo("PROMOTE");
    Map<String, JsonNode> stated = stated("own/good", 2);
    assertThat(result(stated, "deprecations")).isEqualTo("PASS");
    assertThat(result(stated, "command:coverage")).isEqualTo("PASS");
    assertThat(found(stated, "command:coverage").path("isolation").asText())
        .isIn("bwrap", "landlock");
    assertThat(reports("own/good"))
        .containsEntry("deprecations", "nothing deprecated is used")
        .containsEntry("command:coverage", "at least 80% of the lines are covered");
    assertThat(requested("own/good")).containsExactlyInAnyOrder("deprecations", "command:coverage");
  }

  @Test
  void theListNamesWhereEachVerifierIsFrom() throws Exception {
    UpSystem.Command listed = system.local("verifiers", "list");

    assertThat(listed.exitCode()).as(listed.output()).isZero();
    assertThat(listed.output().lines())
        .anySatisfy(line -> assertThat(line).startsWith("testreport ").endsWith(" Assay"))
        .anySatisfy(line ->
            assertThat(line)
                .startsWith("deprecations ")
                .contains(" test-log ")
                .contains(" " + system.directory().resolve("jars").toString().substring(0, 20)))
        .anySatisfy(line ->
            assertThat(line)
                .startsWith("command:coverage ")
                .contains(" test-log ")
                .endsWith(" worker.verifiers.command"));
  }

  @Test
  void whatOneOfThemFailsIsTriedAgain() throws Exception {
    JsonNode low = submit("low", "3 passed\nTOTAL 120 60 50%\n");
    JsonNode old = submit("old", "DeprecationWarning: x\n3 passed\nTOTAL 120 6 95%\n");

    for (JsonNode decision : List.of(low, old)) {
      assertThat(decision.path("kind").asText()).isEqualTo("RETRY");
      assertThat(Api.texts(decision.path("reasons"))).containsExactly("VERIFICATION_FAILED");
    }
    assertThat(result(stated("own/low", 2), "command:coverage")).isEqualTo("FAIL");
    assertThat(reports("own/low"))
        .containsEntry("command:coverage", "less than 80% of the lines are covered");
    assertThat(result(stated("own/old", 2), "deprecations")).isEqualTo("FAIL");
    assertThat(reports("own/old")).containsEntry("deprecations", "something deprecated is used");
  }

  @Test
  void aLogThatEndsEarlyIsInconclusiveAndGoesToAPerson() throws Exception {
    JsonNode decision = submit("cut", "3 pass");

    assertThat(decision.path("kind").asText()).isEqualTo("ESCALATE");
    assertThat(Api.texts(decision.path("reasons")))
        .containsExactly("INCONCLUSIVE", "NO_FURTHER_EVIDENCE");
  }

  @TestFactory
  Stream<DynamicTest> theJarKeepsTheContractOfVerifiers() throws IOException {
    URL jar = home.resolve("data/jars/deprecations.jar").toUri().toURL();
    ClassLoader own = new URLClassLoader(new URL[] {jar}, Verifier.class.getClassLoader());
    for (VerifierProvider<?> provider : ServiceLoader.load(VerifierProvider.class, own)) {
      if (provider.info().type().equals("deprecations")) {
        return VerifierContract.of(provider, "{}");
      }
    }
    throw new AssertionError("expected the verifier of " + jar);
  }

  @Test
  void theGuideShowsTheFilesThatRunHere() throws IOException {
    Map<String, String> shown = new TreeMap<>();
    Matcher blocks = BLOCK.matcher(Files.readString(GUIDE, UTF_8));
    while (blocks.find()) {
      shown.put(blocks.group(1), blocks.group(2));
    }

    try (Stream<Path> files = Files.walk(DEMO)) {
      assertThat(shown)
          .isEqualTo(
              files
                  .filter(Files::isRegularFile)
                  .collect(
                      Collectors.toMap(
                          file -> "demo/verifiers/" + DEMO.relativize(file),
                          OwnVerifiersIT::text)));
    }
  }

  /** Compiles the sources of another project against the SPI alone and packs them. */
  private static void build(Path sources, Path jar) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createDirectory(home.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(
            List.of("-proc:none", "-d", classes.toString(), "--class-path", publishedSpi()));
    try (Stream<Path> files = Files.walk(sources.resolve("java"))) {
      files.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
    }
    assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out)) {
      for (Path root : List.of(classes, sources.resolve("resources"))) {
        try (Stream<Path> files = Files.walk(root)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            packed.putNextEntry(new ZipEntry(root.relativize(file).toString()));
            Files.copy(file, packed);
            packed.closeEntry();
          }
        }
      }
    }
  }

  private static String publishedSpi() {
    return Stream.of(Verifier.class, VerificationRequest.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
        .map(place -> Path.of(place.getPath()).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static JsonNode submit(String name, String log) throws Exception {
    assertThat(system.api().put(log, "text/plain").status()).isIn(200, 201);
    ObjectNode data = Samples.dataOf("own/" + name, log);
    ((ObjectNode) data.path("artifacts").path(0))
        .put("role", "test-log")
        .put("mediaType", "text/plain");
    Api.Answer answer =
        system.api().post(Api.EVENT, Samples.event(name, data).toString(), "?wait=100");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().path("decision");
  }

  private static String result(Map<String, JsonNode> stated, String verifier) {
    return found(stated, verifier).path("result").asText();
  }

  private static JsonNode found(Map<String, JsonNode> stated, String verifier) {
    return Objects.requireNonNull(stated.get(verifier), verifier);
  }

  /** What the attestations of {@code verifiers} runs of a work item state, by verifier. */
  private static Map<String, JsonNode> stated(String workItem, int verifiers) {
    return Await.value(
        verifiers + " attestations of " + workItem,
        () -> {
          Map<String, JsonNode> found = new TreeMap<>();
          for (JsonNode item :
              system.api().json("/v1/attestations?workItem=" + workItem).path("items")) {
            JsonNode predicate = system.statement(item.path("id").asText()).path("predicate");
            if (predicate.has("verifierType")) {
              found.put(predicate.path("verifierType").asText(), predicate);
            }
          }
          return found.size() < verifiers ? Optional.empty() : Optional.of(found);
        });
  }

  private static Map<String, String> reports(String workItem) throws IOException {
    return system.records().all(Topic.REPORTS).stream()
        .filter(message -> message.workItem().equals(workItem))
        .collect(
            Collectors.toMap(
                message -> message.report().verifierType(),
                message -> message.report().summary(),
                (_, last) -> last));
  }

  private static Set<String> requested(String workItem) throws IOException {
    Records records = system.records();
    return Stream.of(Topic.VERIFICATIONS, Topic.VERIFICATIONS_LONG)
        .flatMap(topic -> records.all(topic).stream())
        .filter(request -> request.workItem().equals(workItem))
        .map(VerificationRequest::verifierType)
        .collect(Collectors.toSet());
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
