package dev.assay.worker;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.catalog.VerifierCatalog;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Verifiers of an operator's own: each jar of a directory, and each of its directories with jars,
 * in a class loader of its own. It sees the JDK, the verifier SPI and the messages, and what it
 * brings along; nothing else of Assay and nothing of the others.
 */
final class VerifierJars {

  /** Packages that a jar shares with the worker; all others are its own. */
  private static final List<String> SHARED =
      List.of("dev.assay.verifier.", "dev.assay.schemas.", "org.jspecify.annotations.");

  private static final String JAR = ".jar";

  private VerifierJars() {}

  /**
   * The providers in {@code directory}.
   *
   * @param builtIn those of Assay, whose types are taken
   * @throws ConfigException when it cannot be read, something in it is no verifier, or has a type
   *     that is taken; the text names the jar
   */
  static List<VerifierProvider<?>> in(Path directory, VerifierCatalog builtIn) {
    Map<String, Path> places = new HashMap<>();
    List<VerifierProvider<?>> found = new ArrayList<>();
    for (Path entry : sorted(directory)) {
      List<Path> jars = Files.isDirectory(entry) ? sorted(entry) : List.of(entry);
      List<Path> named = jars.stream().filter(jar -> jar.toString().endsWith(JAR)).toList();
      if (named.isEmpty()) {
        continue;
      }
      for (Foreign<?> provider : providers(entry, named)) {
        String type = provider.info().type();
        Path before = places.put(type, entry);
        if (before != null || builtIn.find(type) != null) {
          throw new ConfigException(
              "expected a verifier of a type of its own in "
                  + entry
                  + ", found "
                  + type
                  + ", which "
                  + (before == null ? "Assay" : before)
                  + " has; rename it or take one of them out of worker.verifierPath");
        }
        found.add(provider);
      }
    }
    return found;
  }

  /** The jar, or the directory of jars, that {@code provider} comes from; none of Assay's own. */
  static Optional<Path> place(VerifierProvider<?> provider) {
    return provider instanceof Foreign<?> foreign ? Optional.of(foreign.place()) : Optional.empty();
  }

  private static List<Path> sorted(Path directory) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (IOException e) {
      throw new ConfigException(
          "expected a directory of verifiers in worker.verifierPath, found "
              + directory
              + ", which cannot be read: "
              + e.getMessage());
    }
    entries.sort(null);
    return entries;
  }

  private static List<Foreign<?>> providers(Path place, List<Path> jars) {
    List<Foreign<?>> found = new ArrayList<>();
    try {
      List<URL> urls = new ArrayList<>();
      for (Path jar : jars) {
        requireWhole(jar);
        urls.add(jar.toUri().toURL());
      }
      // Open for as long as the worker runs: its classes are loaded when they are first needed.
      ClassLoader own = new URLClassLoader(urls.toArray(URL[]::new), new Shared());
      for (VerifierProvider<?> provider : ServiceLoader.load(VerifierProvider.class, own)) {
        found.add(foreign(provider, place, own));
      }
    } catch (IOException | RuntimeException | Error e) {
      throw broken(place, e);
    }
    if (found.isEmpty()) {
      throw new ConfigException(
          "expected META-INF/services/"
              + VerifierProvider.class.getName()
              + " to name a verifier in "
              + place
              + ", found none; correct the jar or take it out of worker.verifierPath");
    }
    return found;
  }

  private static <S extends Record> Foreign<S> foreign(
      VerifierProvider<S> provider, Path place, ClassLoader own) {
    VerifierInfo info = given(provider.info(), "info()");
    if (info.type().contains(":")) {
      throw new IllegalArgumentException(
          "expected the type of a provider without a colon, found " + info.type());
    }
    return new Foreign<>(provider, info, given(provider.settings(), "settings()"), place, own);
  }

  /** What {@code method} of a jar answers, which its author may not have thought of. */
  private static <T> T given(@Nullable T answer, String method) {
    if (answer == null) {
      throw new IllegalArgumentException("expected an answer of " + method + ", found null");
    }
    return answer;
  }

  /** Class loaders pass over what is no jar. */
  private static void requireWhole(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      var _ = file.getManifest();
    }
  }

  private static ConfigException broken(Path place, Throwable cause) {
    ConfigException broken =
        new ConfigException(
            "expected a verifier in "
                + place
                + ", found that it cannot be loaded: "
                + cause
                + (cause.getCause() == null ? "" : ": " + cause.getCause())
                + "; correct the jar or take it out of worker.verifierPath");
    broken.initCause(cause);
    return broken;
  }

  /** What jars share with the worker. */
  private static final class Shared extends ClassLoader {

    Shared() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (SHARED.stream().noneMatch(name::startsWith)) {
        throw new ClassNotFoundException(name);
      }
      return VerifierJars.class.getClassLoader().loadClass(name);
    }
  }

  /** A provider of a jar; what fails in it is told with the jar's name. */
  private record Foreign<S extends Record>(
      VerifierProvider<S> provider,
      VerifierInfo info,
      Class<S> settings,
      Path place,
      ClassLoader own)
      implements VerifierProvider<S> {

    @Override
    public List<Verifier> verifiers(S given, Host host) {
      List<Verifier> made;
      try {
        made = provider.verifiers(given, host);
      } catch (IllegalArgumentException e) {
        throw e; // of its settings
      } catch (RuntimeException | Error e) {
        throw broken(place, e);
      }
      try {
        return wrapped(VerifierJars.given(made, "verifiers()"));
      } catch (RuntimeException | Error e) {
        throw broken(place, e);
      }
    }

    private List<Verifier> wrapped(List<Verifier> made) {
      Set<String> types = new HashSet<>();
      List<Verifier> wrapped = new ArrayList<>();
      for (Verifier verifier : made) {
        VerifierInfo one = VerifierJars.given(verifier.info(), "info() of a verifier");
        if (!types.add(one.type())) {
          throw new IllegalArgumentException(
              "expected one verifier of type " + one.type() + ", found more than one");
        }
        if (!one.type().equals(info.type()) && !one.type().startsWith(info.type() + ":")) {
          throw new IllegalArgumentException(
              "expected verifiers of type " + info.type() + ", found " + one.type());
        }
        wrapped.add(new OnOwnLoader(verifier, one, own));
      }
      return wrapped;
    }

    @Override
    public List<SpecimenFamily> specimens() {
      return provider.specimens();
    }
  }

  /** Runs a jar's verifier with the class loader that it expects its thread to have. */
  private record OnOwnLoader(Verifier verifier, VerifierInfo info, ClassLoader own)
      implements Verifier {

    @Override
    public Finding verify(VerificationRequest request, VerificationScope scope)
        throws IOException, InterruptedException {
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(own);
      try {
        return verifier.verify(request, scope);
      } finally {
        thread.setContextClassLoader(before);
      }
    }

    @Override
    public void close() {
      verifier.close();
    }
  }
}
