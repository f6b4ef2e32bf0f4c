package dev.assay.policygate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Directories that a command gives to a container, where they have another name. */
final class Mounts {

  private static final Pattern CONTAINER =
      Pattern.compile("\\b(?:docker|podman|nerdctl)\\s[^\\n]{0,200}\\s(?:-v|--volume|--mount)");

  private static final Pattern MOUNT =
      Pattern.compile(
          "\\s(?:-v|--volume)[\\s=]{0,9}[\"']?([^\\s:\"']{1,500}):(/[^\\s:\"']{1,500})"
              + "|\\s--mount[\\s=][^\\s]{0,500}?\\b(?:source|src)=([^\\s,\"']{1,500})"
              + "[^\\s]{0,500}?,(?:target|destination|dst)=(/[^\\s,\"']{1,500})");

  private static final Pattern WORKDIR = Pattern.compile("(?<=\\s)-w(?=[\\s=/])");
  private static final int MOUNTS_MAX = 16;

  private Mounts() {}

  /** The command with the names inside of a container replaced by those outside. */
  static String outside(String command) {
    if (!CONTAINER.matcher(command).find()) {
      return command;
    }
    Map<String, String> mounts = new LinkedHashMap<>();
    Matcher mount = MOUNT.matcher(command);
    while (mount.find() && mounts.size() < MOUNTS_MAX) {
      boolean brief = mount.group(2) != null;
      mounts.put(mount.group(brief ? 2 : 4), mount.group(brief ? 1 : 3));
    }
    String text = WORKDIR.matcher(command).replaceAll("--workdir ");
    for (Map.Entry<String, String> each : mounts.entrySet()) {
      String inside = each.getKey().replaceFirst("/+$", "");
      text =
          text.replaceAll(
              "(?<![^\\s\"'=<>;&|(])" + Pattern.quote(inside) + "(?=[/\\s\"';&|)]|$)",
              Matcher.quoteReplacement(each.getValue().replaceFirst("(?<=.)/+$", "")));
    }
    return text;
  }
}
