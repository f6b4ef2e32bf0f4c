package dev.assay.screenshot;

/**
 * Distance of colours as people see it, in the YIQ space of NTSC (Kotsarenko and Ramos, "Measuring
 * perceived color difference using YIQ NTSC transmission color space in mobile applications",
 * 2010).
 */
final class Colour {

  /** The distance of black and white, the largest there is. */
  static final double DISTANCE_MAX = 35_215;

  private Colour() {}

  static double distance(int a, int b) {
    int red = (a >> 16 & 0xff) - (b >> 16 & 0xff);
    int green = (a >> 8 & 0xff) - (b >> 8 & 0xff);
    int blue = (a & 0xff) - (b & 0xff);
    double y = brightness(red, green, blue);
    double i = 0.59597799 * red - 0.27417610 * green - 0.32180189 * blue;
    double q = 0.21147017 * red - 0.52261711 * green + 0.31114694 * blue;
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
  }

  /** How much brighter {@code a} is than {@code b}; negative when it is darker. */
  static double brighter(int a, int b) {
    return brightness(
        (a >> 16 & 0xff) - (b >> 16 & 0xff),
        (a >> 8 & 0xff) - (b >> 8 & 0xff),
        (a & 0xff) - (b & 0xff));
  }

  private static double brightness(int red, int green, int blue) {
    return 0.29889531 * red + 0.58662247 * green + 0.11448223 * blue;
  }
}
