package dev.assay.agencyverify.agency;

import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The runs of a data directory and how a person's word finds one of them. */
public final class RunCatalog {

  private static final Comparator<RunLocation> ORDER =
      Comparator.comparing(RunLocation::runId).thenComparing(RunLocation::repoId);

  /** Tells the repository the caller stands in; asked only when a name has to be looked up. */
  @FunctionalInterface
  public interface Here {

    /** The repository's id, or empty outside any repository. */
    Optional<String> repoId() throws InterruptedException;
  }

  private final DataDirectory data;

  /** The catalogue of {@code data}; reads nothing yet. */
  public RunCatalog(DataDirectory data) {
    this.data = data;
  }

  /** Every run that has a meta.json, by run id and then repository id. */
  public List<RunLocation> runs() throws AgencyFailure {
    List<RunLocation> found = new ArrayList<>();
    for (Path repo : directories(data.repos())) {
      for (Path run : directories(repo.resolve("runs"))) {
        RunLocation location = new RunLocation(data, name(repo), name(run));
        if (Files.exists(location.meta())) {
          found.add(location);
        }
        if (found.size() > AgencyLimits.RUNS_MAX) {
          throw new AgencyFailure(
              AgencyCode.INTERNAL,
              "expected at most %d runs in %s, found more; archive old ones"
                  .formatted(AgencyLimits.RUNS_MAX, data.root()));
        }
      }
    }
    found.sort(ORDER);
    return found;
  }

  private static String name(Path directory) {
    return String.valueOf(directory.getFileName());
  }

  private static List<Path> directories(Path parent) throws AgencyFailure {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, Files::isDirectory)) {
      entries.forEach(found::add);
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      throw new AgencyFailure(
          AgencyCode.INTERNAL,
          "expected to list %s, found %s; check its permissions".formatted(parent, e));
    }
    return found;
  }

  /**
   * Finds the run that {@code reference} means: a run id, the start of exactly one, or the name of
   * an active run.
   *
   * @param named the repository whose names count, when the caller names one
   * @param here the repository the caller stands in, whose names come before others
   */
  public RunLocation resolve(String reference, Optional<String> named, Here here)
      throws AgencyFailure, InterruptedException {
    String word = reference.strip();
    if (word.isEmpty()) {
      throw new AgencyFailure(
          AgencyCode.USAGE, "expected a run id, its start or a run name, found nothing");
    }
    List<RunLocation> runs = runs();
    List<RunLocation> exact = runs.stream().filter(run -> run.runId().equals(word)).toList();
    if (!exact.isEmpty()) {
      return only(exact, AgencyCode.RUN_ID_AMBIGUOUS, word);
    }
    List<RunLocation> starting = runs.stream().filter(run -> run.runId().startsWith(word)).toList();
    if (!starting.isEmpty()) {
      return only(starting, AgencyCode.RUN_ID_AMBIGUOUS, word);
    }
    return byName(word, runs, named, here);
  }

  private static RunLocation byName(
      String name, List<RunLocation> runs, Optional<String> named, Here here)
      throws AgencyFailure, InterruptedException {
    List<RunLocation> matching = runs.stream().filter(run -> isActiveAndCalled(run, name)).toList();
    if (matching.size() == 1 && named.isEmpty()) {
      return matching.getFirst();
    }
    List<RunLocation> scoped =
        (named.isPresent() ? named : here.repoId())
            .map(repo -> matching.stream().filter(run -> run.repoId().equals(repo)).toList())
            .orElse(matching);
    List<RunLocation> candidates = scoped.isEmpty() && named.isEmpty() ? matching : scoped;
    if (candidates.isEmpty()) {
      throw new AgencyFailure(
          AgencyCode.RUN_NOT_FOUND,
          "expected a run id, the start of one or the name of an active run, found no run for '%s'; list them with 'assay runs list'"
              .formatted(name));
    }
    return only(candidates, AgencyCode.RUN_REF_AMBIGUOUS, name);
  }

  private static boolean isActiveAndCalled(RunLocation run, String name) {
    try {
      RunMeta meta = RunMeta.read(run.meta());
      return meta.text("name").equals(name) && !meta.isArchived();
    } catch (IOException | JsonFiles.Malformed _) {
      return false; // a broken run has no name; its id still finds it
    }
  }

  private static RunLocation only(List<RunLocation> candidates, AgencyCode code, String word)
      throws AgencyFailure {
    if (candidates.size() == 1) {
      return candidates.getFirst();
    }
    List<String> shown =
        candidates.stream()
            .limit(AgencyLimits.CANDIDATES_SHOWN_MAX)
            .map(run -> run.runId() + " (repo " + run.repoId() + ")")
            .toList();
    throw new AgencyFailure(
        code,
        "expected '%s' to mean one run, found %d: %s; use a longer id or --repo"
            .formatted(word, candidates.size(), String.join(", ", shown)));
  }

  /** The run's meta.json; a run whose file cannot be read is broken. */
  public static RunMeta meta(RunLocation run) throws AgencyFailure {
    try {
      return RunMeta.read(run.meta());
    } catch (java.nio.file.NoSuchFileException e) {
      throw new AgencyFailure(
          AgencyCode.RUN_NOT_FOUND,
          "expected %s, found no such file; list runs with 'assay runs list'"
              .formatted(run.meta()));
    } catch (JsonFiles.Malformed | IOException e) {
      throw new AgencyFailure(
          AgencyCode.RUN_BROKEN,
          "%s: %s; restore the file or remove the run".formatted(run.meta(), e.getMessage()));
    }
  }
}
