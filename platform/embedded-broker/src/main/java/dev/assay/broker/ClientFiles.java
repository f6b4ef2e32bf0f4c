package dev.assay.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The client settings of an embedded broker's users: one file {@code NAME.properties} of each,
 * readable by its owner alone, as Kafka's own tools take it with {@code --command-config}. The file
 * is the credential: the broker reads the secret from it, so that a user exists when its file does.
 */
public final class ClientFiles {

  /** Who may do everything: creates topics and grants. */
  public static final String ADMIN = "admin";

  static final String MECHANISM = "SCRAM-SHA-256";

  private static final int SECRET_BYTES = 32;
  private static final Pattern NAME = Pattern.compile("[a-z]{1,32}");
  private static final Pattern JAAS =
      Pattern.compile(".*\\susername=\"([^\"]*)\"\\s+password=\"([^\"]*)\"\\s*;\\s*");

  private final Path directory;

  private ClientFiles(Path directory) {
    this.directory = directory;
  }

  /** The files that belong to the broker whose data is in {@code broker}. */
  public static ClientFiles of(Path broker) {
    Path data = broker.toAbsolutePath().normalize();
    return new ClientFiles(data.resolveSibling(data.getFileName() + "-clients"));
  }

  static ClientFiles in(String directory) {
    return new ClientFiles(Path.of(directory));
  }

  Path directory() {
    return directory;
  }

  /** The file of {@code user}. */
  public Path file(String user) {
    if (!NAME.matcher(user).matches()) {
      throw new IllegalArgumentException("expected a user of 1 to 32 small letters, found " + user);
    }
    return directory.resolve(user + ".properties");
  }

  /**
   * The client settings of {@code user}, with a new secret when there is no file. Processes that
   * ask at once get the same.
   *
   * @throws IOException when the file can neither be read nor made
   */
  public Map<String, String> client(String user) throws IOException {
    if (Files.notExists(file(user))) {
      create(user);
    }
    return read(user);
  }

  /** The secret of {@code user}; none when there is no such user. */
  Optional<String> secret(String user) {
    if (!NAME.matcher(user).matches() || Files.notExists(file(user))) {
      return Optional.empty();
    }
    try {
      Matcher jaas = JAAS.matcher(read(user).getOrDefault("sasl.jaas.config", ""));
      return jaas.matches() && jaas.group(1).equals(user)
          ? Optional.of(jaas.group(2))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String randomSecret() {
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  static String jaas(String user, String secret) {
    return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\""
        + user
        + "\" password=\""
        + secret
        + "\";";
  }

  private Map<String, String> read(String user) throws IOException {
    Properties settings = new Properties();
    try (var in = Files.newBufferedReader(file(user), StandardCharsets.ISO_8859_1)) {
      settings.load(in);
    }
    return settings.stringPropertyNames().stream()
        .collect(Collectors.toUnmodifiableMap(name -> name, settings::getProperty));
  }

  private void create(String user) throws IOException {
    Files.createDirectories(directory);
    String text =
        "security.protocol=SASL_PLAINTEXT\nsasl.mechanism="
            + MECHANISM
            + "\nsasl.jaas.config="
            + jaas(user, randomSecret())
            + "\n";
    Path written = Files.createFile(directory.resolve(UUID.randomUUID() + ".new"), ownerOnly());
    try {
      Files.writeString(written, text, StandardCharsets.ISO_8859_1);
      Files.createLink(file(user), written);
    } catch (FileAlreadyExistsException _) {
      // Another process was first; its secret counts.
    } finally {
      Files.delete(written);
    }
  }

  private FileAttribute<?>[] ownerOnly() {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
