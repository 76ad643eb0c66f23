package io.mintmark.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes randomly changed requests, reproducible from a seed. */
final class Mutations {

  private static final int MAX_REQUESTS = 4;
  private static final int MAX_CHANGES = 3;
  private static final int MAX_RANDOM_BYTES = 64;
  private static final List<String> NUMBERS =
      List.of("-1", "0", "1", "255", "256", "257", "65536", "9999999", "2147483648", "1e3", "");

  private final Random random;
  private final List<String> requests;

  Mutations(long seed, List<String> requests) {
    this.random = new Random(seed);
    this.requests = requests;
  }

  /** Returns some consecutive requests. About half of them are changed in a few places. */
  byte[] next() {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int i = random.nextInt(MAX_REQUESTS); i >= 0; i--) {
      byte[] request = any(requests).getBytes(StandardCharsets.UTF_8);
      for (int change = random.nextInt(2 * MAX_CHANGES) - MAX_CHANGES; change > 0; change--) {
        request = changed(request);
      }
      stream.writeBytes(request);
    }
    return stream.toByteArray();
  }

  /** Returns positions at which to split a stream, in ascending order. The last is the end. */
  int[] cuts(int length) {
    int[] cuts = random.ints(random.nextInt(8), 0, length + 1).sorted().toArray();
    int[] all = Arrays.copyOf(cuts, cuts.length + 1);
    all[cuts.length] = length;
    return all;
  }

  private byte[] changed(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    int to = from + random.nextInt(Math.min(bytes.length - from, MAX_RANDOM_BYTES) + 1);
    return switch (random.nextInt(6)) {
      case 0 -> replaced(bytes, from, to, new byte[0]);
      case 1 -> replaced(bytes, from, to, randomBytes());
      case 2 -> replaced(bytes, from, from, Arrays.copyOfRange(bytes, from, to));
      case 3 -> replaced(bytes, from, bytes.length, new byte[0]);
      case 4 -> replaced(bytes, from, from, any(requests).getBytes(StandardCharsets.UTF_8));
      default -> numberReplaced(bytes, from);
    };
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(MAX_RANDOM_BYTES)];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] numberReplaced(byte[] bytes, int near) {
    int from = near;
    while (from < bytes.length && !Character.isDigit(bytes[from])) {
      from++;
    }
    int to = from;
    while (to < bytes.length && Character.isDigit(bytes[to])) {
      to++;
    }
    return replaced(bytes, from, to, any(NUMBERS).getBytes(StandardCharsets.UTF_8));
  }

  private String any(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    result.write(bytes, 0, from);
    result.writeBytes(by);
    result.write(bytes, to, bytes.length - to);
    return result.toByteArray();
  }
}
