package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.IdOrder;
import io.mintmark.objectid.ObjectId;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.uuid.Uuids;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An application is undeployed from a server that continues to run, and the server's threads have
 * made its ids.
 */
@Tag("long")
final class UndeployTest {

  /** Idle threads keep their classes for ten seconds. */
  private static final Duration WITHIN = Duration.ofMinutes(1);

  private static final int WAIT_MS = 500;
  private static final int MANY = 10_000;

  /** The application, in classes that its own class loader has loaded. */
  static final class Application implements Runnable {

    @Override
    public void run() {
      try (Mintmark mint = Mintmark.open("memory:")) {
        List<Supplier<Object>> all = List.of(
            mint.snowflake("shared")::next,
            mint.snowflake("threads", s -> s.order(IdOrder.THREAD))::next,
            mint.sequence("segmented")::next,
            mint.sequence("strict", s -> s.strict(true))::next,
            mint.keys("local", k -> k.format("OD{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"))::next,
            mint.keys("claimed", k -> k.format("INV-{time:yyyyMMdd}-{seq:6}").zone("UTC"))::next,
            mint.objectIds("objectid")::nextText,
            ObjectId::next,
            Uuids::v7,
            PrefixedIds.typeIds(mint.uuids("typeid"), "user")::next,
            mint.uuids("uuid1", u -> u.version(1))::next,
            mint.uuids("uuid4", u -> u.version(4))::next,
            mint.uuids("uuid7", u -> u.version(7))::next);
        for (int i = 0; i < MANY; i++) {
          for (Supplier<Object> each : all) {
            String unused = each.get().toString();
          }
        }
        mint.snowflake("shared").nextBatchAsync(10).join();
        mint.uuids("uuid7").fill(new long[2_000]);
      }
    }
  }

  @Test
  void classLoader_applicationStopped_isCollected() throws Exception {
    ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
    WeakReference<ClassLoader> loader = deploy(collected);
    Reference<?> seen = null;
    long end = System.nanoTime() + WITHIN.toNanos();
    while (seen == null && System.nanoTime() - end < 0) {
      System.gc();
      seen = collected.remove(WAIT_MS);
    }
    assertThat(seen).isSameAs(loader);
  }

  private static WeakReference<ClassLoader> deploy(ReferenceQueue<ClassLoader> collected)
      throws Exception {
    try (URLClassLoader loader = new URLClassLoader(
        new URL[] {placeOf(Mintmark.class), placeOf(UndeployTest.class)},
        ClassLoader.getPlatformClassLoader())) {
      Class<?> application = loader.loadClass(Application.class.getName());
      var constructor = application.getDeclaredConstructor();
      constructor.setAccessible(true);
      ((Runnable) constructor.newInstance()).run();
      return new WeakReference<>(loader, collected);
    }
  }

  private static URL placeOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }
}
