package io.mintmark.server;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Reduces a picture to its 256 most frequent colours, which halves the size of its PNG. */
final class Palette {

  private static final int MAX_COLOURS = 256;
  private static final int BITS = 8;
  private static final int BYTE = 0xFF;

  private Palette() {}

  /** Replaces every other colour by the nearest of the 256. */
  static BufferedImage apply(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
    Map<Integer, Integer> counts = new HashMap<>();
    for (int pixel : pixels) {
      counts.merge(pixel, 1, Integer::sum);
    }
    int[] colours = counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_COLOURS)
        .mapToInt(Map.Entry::getKey)
        .toArray();
    Map<Integer, Integer> indexes = new HashMap<>();
    int[] samples = Arrays.stream(pixels)
        .map(pixel -> indexes.computeIfAbsent(pixel, colour -> nearest(colour, colours)))
        .toArray();
    IndexColorModel model =
        new IndexColorModel(BITS, colours.length, colours, 0, false, -1, DataBuffer.TYPE_BYTE);
    BufferedImage reduced =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model);
    reduced.getRaster().setPixels(0, 0, width, height, samples);
    return reduced;
  }

  private static int nearest(int colour, int[] colours) {
    int best = 0;
    for (int i = 1; i < colours.length; i++) {
      if (distance(colour, colours[i]) < distance(colour, colours[best])) {
        best = i;
      }
    }
    return best;
  }

  /** Returns the square of the distance in red, green and blue. */
  private static int distance(int one, int other) {
    int sum = 0;
    for (int shift = 0; shift <= 2 * BITS; shift += BITS) {
      int difference = (one >> shift & BYTE) - (other >> shift & BYTE);
      sum += difference * difference;
    }
    return sum;
  }
}
