package dev.assay.cli;

import dev.assay.schemas.json.Json;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.catalog.SettingsSchema;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a JSON Schema or an Avro schema of the product. */
@Command(
    name = "schema",
    description = "Print the JSON Schema or Avro schema of a document.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 operational error")
final class SchemaCommand implements Callable<Integer> {

  private static final String JSON_SCHEMAS = "/dev/assay/schemas/json-schema/";
  private static final String AVRO_SCHEMAS = "/dev/assay/schemas/avro/";

  /** How the name of a verifier's settings ends, as in {@code screenshot-settings}. */
  private static final String SETTINGS = "-settings";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "NAME",
      description =
          "the document, such as verify-report, a topic message, such as Decision, or the settings"
              + " of a verifier, such as screenshot-settings")
  private String name = "";

  @Override
  public Integer call() throws IOException {
    String schema = resource(JSON_SCHEMAS + name + ".schema.json");
    if (schema == null) {
      schema = resource(AVRO_SCHEMAS + name + ".avsc");
    }
    if (schema == null) {
      schema = settings();
    }
    if (schema == null) {
      throw new CommandException(
          "NOT_FOUND",
          "expected the name of a schema or of the settings of a verifier ("
              + VerifierCatalog.builtIn().providers().stream()
                  .map(provider -> provider.info().type() + SETTINGS)
                  .collect(Collectors.joining(", "))
              + "), found '"
              + Output.plain(name)
              + "'");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(schema);
    out.flush();
    return ExitCode.OK;
  }

  /** The schema of a verifier's section in {@code worker.verifiers}; null when it names none. */
  private @Nullable String settings() {
    if (!name.endsWith(SETTINGS)) {
      return null;
    }
    String type = name.substring(0, name.length() - SETTINGS.length());
    VerifierProvider<?> provider = VerifierCatalog.builtIn().find(type);
    return provider == null
        ? null
        : SettingsSchema.of(provider.settings(), "worker.verifiers." + type).toPrettyString()
            + "\n";
  }

  private static @Nullable String resource(String path) throws IOException {
    if (path.contains("..")) {
      return null;
    }
    try (InputStream in = Json.class.getResourceAsStream(path)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
