package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.LongGenerator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectId;
import io.mintmark.rigs.LongRun;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.testkit.Race;
import io.mintmark.uuid.UuidGenerator;
import io.mintmark.uuid.Uuids;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class IdOrderTest {

  private static final int THREADS = 3;
  private static final int COLLECTIONS = 100;

  private final Mintmark mint = Mintmark.open("memory:");

  @AfterEach
  void close() {
    mint.close();
  }

  @Test
  void snowflake_byThread_isUniqueAndRisesForEach() {
    LongGenerator ids = mint.snowflake("users", s -> s.order(IdOrder.THREAD));

    assertThat(drawn(ids::next, Comparator.<Long>naturalOrder())).hasSize(THREADS * 50_000);
  }

  @Test
  void sequence_byThread_isUniqueAndRisesForEach() {
    LongGenerator ids = mint.sequence("rows", s -> s.order(IdOrder.THREAD));

    assertThat(drawn(ids::next, Comparator.<Long>naturalOrder())).hasSize(THREADS * 50_000);
  }

  @Test
  void uuid_byThread_isUniqueAndRisesForEach() {
    UuidGenerator ids = mint.uuids("events", u -> u.order(IdOrder.THREAD));

    assertThat(drawn(ids::next, Uuids.UNSIGNED)).hasSize(THREADS * 50_000);
  }

  @Test
  void keys_byThread_areUniqueAndRiseForEach() {
    for (int worker : new int[] {0, 7}) {
      KeyGenerator keys = mint.keys(
          "orders" + worker,
          k -> k.format("{time:yyyyMMddHHmmssSSS}{worker:2}{seq:5}")
              .workers(worker, worker)
              .order(IdOrder.THREAD));

      assertThat(drawn(keys::next, Comparator.<String>naturalOrder())).hasSize(THREADS * 50_000);
    }
  }

  @Test
  @Tag("long")
  void snowflake_byThreadOnATinyLayout_isUnique() {
    LongGenerator ids = mint.snowflake(
        "tiny", s -> s.layout(SnowflakeLayout.parse("41/8/6")).order(IdOrder.THREAD));

    assertThat(drawn(ids::next, Comparator.<Long>naturalOrder())).hasSize(THREADS * 50_000);
  }

  @Test
  void order_unsupportedByKind_throws() {
    refused(
        () -> mint.sequence("a", s -> s.strict(true).order(IdOrder.THREAD)), "strict or a cycle");
    refused(
        () -> mint.sequence("b", s -> s.cycle(1, 9).strict(false).order(IdOrder.THREAD)),
        "strict or a cycle");
    refused(() -> mint.uuids("c", u -> u.version(4).order(IdOrder.THREAD)), "version=4");
    refused(
        () -> mint.keys(
            "d",
            k -> k.format("{time:yyyyMMdd}{worker:2}{seq:5}").zone("UTC").order(IdOrder.THREAD)),
        "a tick of at most maxAhead");
    refused(
        () ->
            mint.keys("e", k -> k.format("{time:yyyyMMddHHmmssSSS}{seq:5}").order(IdOrder.THREAD)),
        "needs a worker number");
  }

  private static void refused(Supplier<?> opening, String why) {
    assertThatThrownBy(opening::get)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(why);
  }

  /** Slices that a thread keeps must not prevent the unloading of an application's classes. */
  @Test
  void slices_longLivedThread_doNotRetainClasses() throws Exception {
    WeakReference<ClassLoader> application = drawInOwnClasses();

    for (int i = 0; i < COLLECTIONS && application.get() != null; i++) {
      System.gc();
    }

    assertThat(application.get()).isNull();
  }

  private static WeakReference<ClassLoader> drawInOwnClasses() throws Exception {
    URL classes = Mintmark.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Class<?> objectIds = loader.loadClass(ObjectId.class.getName());
      assertThat(objectIds).isNotEqualTo(ObjectId.class);
      assertThat(objectIds.getMethod("next").invoke(null)).isNotNull();
      Class<?> uuids = loader.loadClass(Uuids.class.getName());
      assertThat(uuids.getMethod("v4").invoke(null)).isNotNull();
      return new WeakReference<>(loader);
    }
  }

  /** Each thread draws a few ids and ends. Its unused slice is garbage-collected with it. */
  @Test
  @Tag("sized")
  void slices_ofManyVirtualThreads_areCollected() throws Exception {
    ExecutorService executor = virtualThreads();
    int threads = LongRun.size(20_000, 1_000_000);
    LongGenerator ids = mint.sequence("many", s -> s.order(IdOrder.THREAD));
    AtomicLong drawn = new AtomicLong();
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(executor.submit(() -> {
        long first = ids.next();
        drawn.addAndGet(ids.next() > first ? 2 : 0);
      }));
      if (running.size() == 10_000) {
        for (Future<?> each : running) {
          assertThat(each.get()).isNull();
        }
        running.clear();
      }
    }
    executor.shutdown();

    assertThat(drawn).hasValue(2L * threads);
    assertThat(ids.next()).as("one id at a time").isEqualTo(2L * threads + 1);
  }

  /** Virtual threads exist since Java 21. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    int java = Runtime.version().feature();
    assumeTrue(java >= 21, "skipped: virtual threads need Java 21 or newer, this is " + java);
    Method made = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
    return (ExecutorService) made.invoke(null);
  }

  private static <T> Set<T> drawn(Supplier<T> ids, Comparator<T> order) {
    Set<T> seen = ConcurrentHashMap.newKeySet();
    List<T> last = Race.run(THREADS, thread -> {
      T before = ids.get();
      assertThat(seen.add(before)).isTrue();
      for (int i = 1; i < 50_000; i++) {
        T id = ids.get();
        assertThat(seen.add(id)).isTrue();
        assertThat(order.compare(before, id)).isNegative();
        before = id;
      }
      return before;
    });
    assertThat(last).doesNotHaveDuplicates();
    return seen;
  }
}
