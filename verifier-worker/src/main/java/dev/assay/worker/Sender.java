package dev.assay.worker;

/** Who is behind a request, as far as a worker can tell, so that one leaves others their share. */
final class Sender {

  private Sender() {}

  /**
   * The fleet that names its work items {@code fleet/…}; of a name without a slash, what comes
   * before the digits at its end, since a flood counts on.
   */
  static String of(String workItem) {
    int slash = workItem.indexOf('/');
    if (slash > 0) {
      return workItem.substring(0, slash);
    }
    int end = workItem.length();
    while (end > 1 && !Character.isLetter(workItem.charAt(end - 1))) {
      end--;
    }
    return workItem.substring(0, end);
  }
}
