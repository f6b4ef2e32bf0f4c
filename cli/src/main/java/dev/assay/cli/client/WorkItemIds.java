package dev.assay.cli.client;

import dev.assay.cli.CommandException;
import dev.assay.cli.Output;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Ids;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work items as people name them: by their id, or, to read of one, by the beginning of it that only
 * one has.
 */
final class WorkItemIds {

  private WorkItemIds() {}

  /** A call about one work item. */
  @FunctionalInterface
  interface Call<T> {

    /** Its answer. */
    T about(String path) throws IOException, InterruptedException;
  }

  /**
   * What {@code call} answers about the work item {@code named}, else about the only one whose id
   * begins so.
   *
   * @throws CommandException with NOT_FOUND, or with AMBIGUOUS_ID when several begin so
   */
  static <T> T about(ApiClient api, String named, Call<T> call)
      throws IOException, InterruptedException {
    try {
      return call.about(ApiClient.workItem(named));
    } catch (CommandException e) {
      if (!e.code().equals(ErrorCode.NOT_FOUND.name())) {
        throw e;
      }
      List<String> found = beginning(api, named);
      if (found.isEmpty()) {
        throw e;
      }
      return call.about(ApiClient.workItem(Beginnings.only("work item", named, found)));
    }
  }

  /**
   * What {@code call} answers about the work item {@code named}, whose id is whole: what changes
   * one shall not change another that begins so.
   *
   * @throws CommandException with NOT_FOUND, which names those that begin so
   */
  static <T> T whole(ApiClient api, String named, Call<T> call)
      throws IOException, InterruptedException {
    try {
      return call.about(ApiClient.workItem(named));
    } catch (CommandException e) {
      List<String> found =
          e.code().equals(ErrorCode.NOT_FOUND.name()) ? beginning(api, named) : List.of();
      if (found.isEmpty()) {
        throw e;
      }
      throw new CommandException(
          e.code(),
          "expected the whole id of a work item, found that '"
              + Output.plain(named)
              + "' only begins "
              + String.join(", ", found));
    }
  }

  /**
   * The whole id of the only work item that {@code named} begins, or {@code named} where it is one
   * or begins none: what a list is narrowed by need not be known as a work item.
   *
   * @throws CommandException with AMBIGUOUS_ID when several begin so
   */
  static @Nullable String filter(ApiClient api, @Nullable String named)
      throws IOException, InterruptedException {
    if (named == null) {
      return null;
    }
    try {
      return about(
          api, named, path -> api.json(path, ApiClient.OF_WORK_ITEM).path("workItem").asText());
    } catch (CommandException e) {
      if (e.code().equals(ErrorCode.NOT_FOUND.name())) {
        return named;
      }
      throw e;
    }
  }

  /** Ids of work items that begin with {@code named}, a few. */
  private static List<String> beginning(ApiClient api, String named)
      throws IOException, InterruptedException {
    return Beginnings.of(api, "/v1/work-items", "workItem", Ids::valid, named);
  }
}
