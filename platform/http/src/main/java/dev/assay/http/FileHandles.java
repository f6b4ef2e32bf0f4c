package dev.assay.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many connections the process can afford. One that cannot be accepted for want of a file
 * handle ends the server's accepting for good, and a broker or a database without handles fails.
 */
final class FileHandles {

  private static final long SHARE_OF_CONNECTIONS = 3;

  private FileHandles() {}

  static int connectionsMax() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? (int) Math.min(Integer.MAX_VALUE, unix.getMaxFileDescriptorCount() / SHARE_OF_CONNECTIONS)
        : Integer.MAX_VALUE;
  }
}
