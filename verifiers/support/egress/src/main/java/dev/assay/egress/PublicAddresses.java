package dev.assay.egress;

import java.net.Inet4Address;
import java.net.InetAddress;

/** Tells public unicast addresses from all others (IANA special-purpose registries). */
final class PublicAddresses {

  /** Network and prefix length of every IPv4 block that is not public. */
  private static final int[][] SPECIAL_IPV4 = {
    {ipv4(0, 0, 0, 0), 8},
    {ipv4(10, 0, 0, 0), 8},
    {ipv4(100, 64, 0, 0), 10},
    {ipv4(127, 0, 0, 0), 8},
    {ipv4(169, 254, 0, 0), 16},
    {ipv4(172, 16, 0, 0), 12},
    {ipv4(192, 0, 0, 0), 24},
    {ipv4(192, 0, 2, 0), 24},
    {ipv4(192, 88, 99, 0), 24},
    {ipv4(192, 168, 0, 0), 16},
    {ipv4(198, 18, 0, 0), 15},
    {ipv4(198, 51, 100, 0), 24},
    {ipv4(203, 0, 113, 0), 24},
    {ipv4(224, 0, 0, 0), 3}
  };

  private PublicAddresses() {}

  static boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet4Address
        ? isPublic(ipv4(bytes[0], bytes[1], bytes[2], bytes[3]))
        : isPublic(bytes);
  }

  private static boolean isPublic(int address) {
    for (int[] block : SPECIAL_IPV4) {
      int mask = -1 << (32 - block[1]);
      if ((address & mask) == block[0]) {
        return false;
      }
    }
    return true;
  }

  /** Global unicast is 2000::/3, without protocol, documentation, Teredo and 6to4 blocks. */
  private static boolean isPublic(byte[] ipv6) {
    int first = (ipv6[0] & 0xff) << 8 | (ipv6[1] & 0xff);
    int second = (ipv6[2] & 0xff) << 8 | (ipv6[3] & 0xff);
    boolean global = (first & 0xe000) == 0x2000;
    boolean protocols = first == 0x2001 && second < 0x0200;
    boolean documentation = (first == 0x2001 && second == 0x0db8) || (first & 0xfff0) == 0x3ff0;
    boolean sixToFour = first == 0x2002;
    return global && !protocols && !documentation && !sixToFour;
  }

  private static int ipv4(int a, int b, int c, int d) {
    return (a & 0xff) << 24 | (b & 0xff) << 16 | (c & 0xff) << 8 | (d & 0xff);
  }
}
