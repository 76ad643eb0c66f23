package io.mintmark.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Loads the product and the simulation once more, so that what they keep for a whole JVM is kept
 * for one user of this loader: a snapshot suspends all generators that there are. Some classes can
 * be others than those on the class path.
 */
final class OwnClasses extends ClassLoader {

  private static final String OURS = "io.mintmark.";

  private final Map<String, byte[]> others;

  /**
   * Loads classes as they are, but for some.
   *
   * @param others the code of those, by their names
   */
  OwnClasses(Map<String, byte[]> others) {
    super(OwnClasses.class.getClassLoader());
    this.others = others;
  }

  /**
   * Makes a {@link Simulation} of these classes, which runs the world of a seed.
   *
   * @param replay the command that runs the world of a seed again
   */
  @SuppressWarnings("unchecked")
  LongFunction<Shown> simulation(LongFunction<String> replay) {
    try {
      return (LongFunction<Shown>) loadClass(Simulation.class.getName())
          .getConstructor(LongFunction.class)
          .newInstance(replay);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the simulation cannot be loaded once more", e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolves) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && name.startsWith(OURS) && !name.equals(Shown.class.getName())) {
        byte[] code = others.containsKey(name) ? others.get(name) : codeOf(name);
        loaded = defineClass(name, code, 0, code.length);
      }
      return loaded == null ? super.loadClass(name, resolves) : loaded;
    }
  }

  private byte[] codeOf(String name) throws ClassNotFoundException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
