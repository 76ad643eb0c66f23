package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.MemoryStore;
import io.mintmark.testkit.Race;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each kind of generator, each door, on a store that is slow, never answers, or always refuses: the
 * call ends by its deadline, with ids or the right exception, and ids come once the store is well.
 *
 * <p>A store bounds its own calls, as every adapter must, so a kind that asks it in the caller's
 * thread may end one such call after its deadline.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeadlinesTest {

  private static final Duration TIMEOUT = Duration.ofMillis(400);

  /** One store call, and what a busy machine adds. */
  private static final Duration SLACK = TIMEOUT.plusMillis(1_500);

  private static final Duration WELL = Duration.ofSeconds(5);

  private enum Kind {
    STRICT(mint -> mint.sequence("strict", s -> s.strict())),
    SEGMENTED(mint -> mint.sequence("segmented")),
    CYCLIC(mint -> mint.sequence("cyclic", s -> s.cycle(1, 99))),
    CYCLIC_SEGMENTED(mint -> mint.sequence("cyclic2", s -> s.cycle(1, 99).segmented())),
    FORMATTED(mint -> mint.keys("formatted", k -> k.format("INV{seq:6}"))),
    SNOWFLAKE(mint -> mint.snowflake("snowflake")),
    SECONDS(mint -> mint.snowflake("seconds", s -> s.unit(Duration.ofSeconds(1)))),
    KEYS(mint -> mint.keys("keys", k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:3}"))),
    CLAIMED_KEYS(mint -> mint.keys("claimed", k -> k.format("{time:yyMMddHHmmssSSS}{seq:3}"))),
    DAY(mint -> mint.keys("day", k -> k.format("{time:yyyyMMdd}{seq:6}"))),
    SHARED_DAY(mint -> mint.keys("shared", k -> k.format("{time:yyyyMMdd}{worker:2}{seq:6}")));

    @SuppressWarnings("ImmutableEnumChecker") // A lambda without state.
    private final Function<Mintmark, Generator> open;

    Kind(Function<Mintmark, Generator> open) {
      this.open = open;
    }
  }

  private enum Ill {
    NEVER_ANSWERS,
    REFUSES
  }

  /** A store whose every call takes so long, or fails. */
  private static final class Sick implements InvocationHandler {
    private final MemoryStore well = new MemoryStore();
    private volatile long latencyMs;
    private volatile boolean ill;
    private volatile boolean atOnce;

    ClaimStore store() {
      return (ClaimStore) Proxy.newProxyInstance(
          ClaimStore.class.getClassLoader(), new Class<?>[] {ClaimStore.class}, this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (ill && !method.getName().equals("canLoseAcknowledgedWrites")) {
        if (!atOnce) {
          pass(TIMEOUT.toMillis());
        }
        throw new StoreUnavailableException("the store does not answer in time");
      }
      pass(latencyMs);
      try {
        return method.invoke(well, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private static void pass(long ms) {
      long end = System.nanoTime() + Duration.ofMillis(ms).toNanos();
      for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }

  private static Mintmark mint(Sick sick, boolean oneShot) {
    return Mintmark.builder()
        .store(sick.store())
        .claimTimeout(TIMEOUT)
        .oneShot(oneShot)
        .open();
  }

  @Test
  void next_storeSlowerThanATick_givesIdsInTime() {
    for (long latencyMs : new long[] {1, 10}) {
      for (boolean oneShot : new boolean[] {false, true}) {
        Race.run(Kind.values().length, index -> {
          Kind kind = Kind.values()[index];
          Sick sick = new Sick();
          try (Mintmark mint = mint(sick, oneShot)) {
            Generator generator = kind.open.apply(mint);
            sick.latencyMs = latencyMs;
            Set<String> seen = new HashSet<>(eventually(kind, generator, 1));
            for (int i = 0; i < 5; i++) {
              long startNanos = System.nanoTime();
              assertThat(seen.addAll(generator.nextTexts(1))).as("%s", kind).isTrue();
              assertThat(seen.addAll(generator.nextTexts(20))).as("%s", kind).isTrue();
              inTime(kind, startNanos, 2);
            }
          }
          return kind;
        });
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Ill.class)
  void anyDoor_storeDoesNotHelp_endsInTimeAndWorksOnceItIsWell(Ill ill) {
    for (boolean oneShot : new boolean[] {false, true}) {
      Race.run(Kind.values().length, index -> {
        Kind kind = Kind.values()[index];
        Sick sick = new Sick();
        sick.atOnce = ill == Ill.REFUSES;
        try (Mintmark mint = mint(sick, oneShot)) {
          sick.ill = true;
          refusedInTime(kind, () -> assertThat(kind.open.apply(mint)).isNotNull());
          sick.ill = false;
          Generator generator = kind.open.apply(mint);
          sick.ill = true;
          refusedInTime(kind, () -> generator.nextTexts(1));
          refusedInTime(kind, () -> generator.nextTexts(20));
          sick.ill = false;
          assertThat(eventually(kind, generator, 20)).as("%s", kind).hasSize(20);
        }
        return kind;
      });
    }
  }

  private static void refusedInTime(Kind kind, Runnable call) {
    long startNanos = System.nanoTime();
    try {
      call.run();
      fail("%s was served by a store that does not answer", kind);
    } catch (StoreUnavailableException e) {
      inTime(kind, startNanos, 1);
    }
  }

  private static void inTime(Kind kind, long startNanos, int calls) {
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
        .as("%s ends in time", kind)
        .isLessThan(TIMEOUT.plus(SLACK).multipliedBy(calls));
  }

  /** A claim that failed is tried again a second later at most. */
  private static List<String> eventually(Kind kind, Generator generator, int count) {
    long end = System.nanoTime() + WELL.toNanos();
    while (true) {
      try {
        return generator.nextTexts(count);
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as("%s works again", kind).isLessThan(end);
      }
    }
  }
}
