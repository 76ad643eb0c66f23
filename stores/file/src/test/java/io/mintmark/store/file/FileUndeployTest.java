package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import java.io.File;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application with an embedded store is undeployed from a server that continues to run. */
@Tag("long")
class FileUndeployTest {

  private static final Duration WITHIN = Duration.ofMinutes(1);
  private static final int WAIT_MS = 500;

  /** The application, in classes that its own class loader has loaded. */
  static final class Application implements Consumer<String> {

    @Override
    public void accept(String directory) {
      try (Mintmark mint = Mintmark.open("file:" + directory)) {
        long unused = mint.snowflake("users").next() + mint.sequence("tail").next();
      }
    }
  }

  @Test
  void classLoader_applicationStopped_isCollected(@TempDir Path directory) throws Exception {
    ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
    WeakReference<ClassLoader> loader = deploy(collected, directory);
    Reference<?> seen = null;
    long end = System.nanoTime() + WITHIN.toNanos();
    while (seen == null && System.nanoTime() - end < 0) {
      System.gc();
      seen = collected.remove(WAIT_MS);
    }
    assertThat(seen).isSameAs(loader);
  }

  private static WeakReference<ClassLoader> deploy(
      ReferenceQueue<ClassLoader> collected, Path directory) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      var constructor = loader.loadClass(Application.class.getName()).getDeclaredConstructor();
      constructor.setAccessible(true);
      @SuppressWarnings("unchecked")
      Consumer<String> application = (Consumer<String>) constructor.newInstance();
      application.accept(directory.toString());
      return new WeakReference<>(loader, collected);
    }
  }

  /** Returns the whole class path of this test, including SQLite. */
  private static URL[] classPath() throws MalformedURLException {
    List<URL> all = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      all.add(Path.of(entry).toUri().toURL());
    }
    return all.toArray(URL[]::new);
  }
}
