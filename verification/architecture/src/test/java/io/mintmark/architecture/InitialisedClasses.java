package io.mintmark.architecture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Serial;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Initialises the classes that it is told of, a line each, in a JVM that has none of them yet, and
 * says of each whether that made or used a SecureRandom, or left another random in a static field.
 */
final class InitialisedClasses {

  static final String DREW = "drew";

  private static final AtomicInteger SECURE_RANDOMS = new AtomicInteger();

  private InitialisedClasses() {}

  /** The first provider that is asked for a SecureRandom. */
  private static final class Counting extends Provider {

    @Serial
    private static final long serialVersionUID = 1L;

    Counting() {
      super("Counting", "1", "counts");
      put("SecureRandom.Counting", CountingRandom.class.getName());
    }
  }

  /** Gives zeros, which is enough to be initialised. */
  public static final class CountingRandom extends SecureRandomSpi {

    @Serial
    private static final long serialVersionUID = 1L;

    /** For the provider. */
    public CountingRandom() {
      SECURE_RANDOMS.incrementAndGet();
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
      SECURE_RANDOMS.incrementAndGet();
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      SECURE_RANDOMS.incrementAndGet();
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      return new byte[count];
    }
  }

  public static void main(String[] arguments) throws IOException {
    Security.insertProviderAt(new Counting(), 1);
    BufferedReader names =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String name = names.readLine(); name != null; name = names.readLine()) {
      System.out.println(draws(name) ? DREW : "drew nothing");
    }
  }

  private static boolean draws(String name) {
    int before = SECURE_RANDOMS.get();
    try {
      Class<?> type = Class.forName(name);
      return SECURE_RANDOMS.get() > before || keepsRandom(type);
    } catch (ReflectiveOperationException | LinkageError e) {
      // It needs what is not there: a framework that its users have.
      return false;
    }
  }

  private static boolean keepsRandom(Class<?> type) throws IllegalAccessException {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && reachesRandom(value(field, null), seen)) {
        return true;
      }
    }
    return false;
  }

  /** Follows fields of our own objects, and what collections and arrays have. */
  private static boolean reachesRandom(@Nullable Object start, Set<Object> seen)
      throws IllegalAccessException {
    if (start == null || !seen.add(start)) {
      return false;
    }
    if (start instanceof RandomGenerator) {
      return true;
    }
    for (Object part : parts(start).toList()) {
      if (reachesRandom(part, seen)) {
        return true;
      }
    }
    for (Class<?> type = start.getClass();
        type != null && type.getName().startsWith("io.mintmark.");
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!field.getType().isPrimitive()
            && !Modifier.isStatic(field.getModifiers())
            && reachesRandom(value(field, start), seen)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Stream<?> parts(Object start) {
    if (start instanceof Object[] array) {
      return Arrays.stream(array);
    }
    if (start instanceof Map<?, ?> map) {
      return Stream.concat(map.keySet().stream(), map.values().stream());
    }
    return start instanceof Collection<?> all ? all.stream() : Stream.empty();
  }

  private static @Nullable Object value(Field field, @Nullable Object owner)
      throws IllegalAccessException {
    field.setAccessible(true);
    return field.get(owner);
  }
}
