package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectIdBuilder;
import io.mintmark.rigs.LongRun;
import io.mintmark.sequence.Sequence;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import io.mintmark.uuid.UuidBuilder;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls each kind of generator in each way, on a store that is slow, never answers, or always
 * refuses. Each call ends by its deadline, with ids or the right exception. The generator makes ids
 * again as soon as the store works.
 *
 * <p>Every adapter must limit the time of its own calls. So a kind that calls the store in the
 * caller's thread may end one such call after its deadline.
 */
@Tag("sized")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeadlinesTest {

  private static final Duration TIMEOUT = Duration.ofMillis(LongRun.size(100, 400));

  /** The duration of a store call that ends after its caller's deadline. */
  private static final long SLOW_MS = LongRun.size(150, 1_000);

  /**
   * The most by which a call may exceed its deadline on a busy machine. A call that waits without
   * end exceeds it by more.
   */
  private static final Duration SLACK = Duration.ofSeconds(30);

  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(60);

  private enum Kind {
    STRICT(true, mint -> mint.sequence("strict", s -> s.strict(true))),
    SEGMENTED(false, mint -> mint.sequence("segmented")),
    CYCLIC(true, mint -> mint.sequence("cyclic", s -> s.cycle(1, 999))),
    CYCLIC_SEGMENTED(
        false, mint -> mint.sequence("cyclic2", s -> s.cycle(1, 999).strict(false))),
    FORMATTED(true, mint -> mint.keys("formatted", k -> k.format("INV{seq:6}"))),
    SNOWFLAKE(false, mint -> mint.snowflake("snowflake")),
    SECONDS(false, mint -> mint.snowflake("seconds", s -> s.unit(Duration.ofSeconds(1)))),
    KEYS(
        false, mint -> mint.keys("keys", k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:3}"))),
    CLAIMED_KEYS(
        true, mint -> mint.keys("claimed", k -> k.format("{time:yyMMddHHmmssSSS}{seq:3}"))),
    DAY(true, mint -> mint.keys("day", k -> k.format("{time:yyyyMMdd}{seq:6}").zone("UTC"))),
    SHARED_DAY(
        false,
        mint -> mint.keys(
            "shared", k -> k.format("{time:yyyyMMdd}{worker:2}{seq:6}").zone("UTC")));

    @SuppressWarnings("ImmutableEnumChecker") // Stateless lambda.
    private final Function<Mintmark, Generator> open;

    private final boolean callsThemselves;

    Kind(boolean callsThemselves, Function<Mintmark, Generator> open) {
      this.open = open;
      this.callsThemselves = callsThemselves;
    }
  }

  /** The ways to request ids. */
  private enum CallForm {
    NEXT,
    BATCH,
    RESERVE,
    LATER;

    private static final int MANY = 20;

    static List<CallForm> of(Generator generator) {
      boolean reserves = generator instanceof Sequence && !generator.name().startsWith("cyclic");
      return reserves ? List.of(values()) : List.of(NEXT, BATCH, LATER);
    }

    Set<String> call(Generator generator) {
      List<String> ids = switch (this) {
        case NEXT -> List.of(next(generator));
        case BATCH -> generator.nextTextBatch(MANY);
        case RESERVE -> reserved(((Sequence) generator).reserve(MANY).last());
        case LATER -> later(generator);
      };
      assertThat(ids).hasSize(this == NEXT ? 1 : MANY).doesNotHaveDuplicates();
      return Set.copyOf(ids);
    }

    private static String next(Generator generator) {
      return generator instanceof LongGenerator numbers
          ? Long.toString(numbers.next())
          : ((KeyGenerator) generator).next();
    }

    private static List<String> later(Generator generator) {
      try {
        return generator.nextTextBatchAsync(MANY).join();
      } catch (CompletionException e) {
        throw e.getCause() instanceof StoreUnavailableException cause ? cause : e;
      }
    }

    private static List<String> reserved(long last) {
      return LongStream.rangeClosed(last - MANY + 1, last)
          .mapToObj(Long::toString)
          .toList();
    }
  }

  /** The kinds of ids that need no store. */
  private enum Storeless {
    OBJECT_ID(Settings.of(ObjectIdBuilder.class, ids -> {})),
    V1(uuids(1)),
    V4(uuids(4)),
    V6(uuids(6)),
    V7(uuids(7));

    @SuppressWarnings("ImmutableEnumChecker") // Settings are values.
    private final Settings<?> settings;

    Storeless(Settings<?> settings) {
      this.settings = settings;
    }

    private static Settings<?> uuids(int version) {
      return Settings.of(UuidBuilder.class, uuid -> uuid.version(version));
    }

    static void next(Generator generator) {
      assertThat(((ValueGenerator<?>) generator).next()).isNotNull();
    }
  }

  private enum StoreFault {
    NEVER_ANSWERS,
    REFUSES
  }

  /** A store with a settable latency, which can also fail every call. */
  private static final class UnreliableStore implements InvocationHandler {
    private final MemoryStore engine = new MemoryStore();
    private volatile long latencyMs;
    private volatile boolean failing;
    private volatile boolean atOnce;

    LineStore store() {
      return (LineStore) Proxy.newProxyInstance(
          LineStore.class.getClassLoader(), new Class<?>[] {LineStore.class}, this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      boolean callsTheEngine = !method.getName().equals("canLoseAcknowledgedWrites");
      if (failing && callsTheEngine) {
        if (!atOnce) {
          pass(TIMEOUT.toMillis());
        }
        throw new StoreUnavailableException("the store does not answer in time");
      }
      pass(callsTheEngine ? latencyMs : 0);
      try {
        return method.invoke(engine, arguments);
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

  private static Mintmark mint(UnreliableStore unreliable, boolean oneShot) {
    return mint(unreliable, oneShot, TIMEOUT);
  }

  private static Mintmark mint(UnreliableStore unreliable, boolean oneShot, Duration timeout) {
    return Mintmark.builder()
        .store(unreliable.store())
        .claimTimeout(timeout)
        .oneShot(oneShot)
        .open();
  }

  @Test
  void next_storeSlowerThanATick_returnsIdsBeforeTheDeadline() {
    for (long latencyMs : new long[] {1, 10}) {
      forEachKind((kind, oneShot) -> {
        UnreliableStore unreliable = new UnreliableStore();
        try (Mintmark mint = mint(unreliable, oneShot, LONG_TIMEOUT)) {
          Generator generator = kind.open.apply(mint);
          unreliable.latencyMs = latencyMs;
          Set<String> seen = new HashSet<>(eventually(kind, generator, CallForm.NEXT));
          for (int i = 0; i < 5; i++) {
            for (CallForm form : CallForm.of(generator)) {
              long startNanos = System.nanoTime();
              assertThat(seen.addAll(form.call(generator))).as("%s", kind).isTrue();
              inTime(kind, startNanos);
            }
          }
        }
      });
    }
  }

  @ParameterizedTest
  @EnumSource(StoreFault.class)
  void anyCall_storeFailsOrHangs_failsInTimeAndRecovers(StoreFault fault) {
    forEachKind((kind, oneShot) -> {
      UnreliableStore unreliable = new UnreliableStore();
      unreliable.atOnce = fault == StoreFault.REFUSES;
      try (Mintmark mint = mint(unreliable, oneShot)) {
        unreliable.failing = true;
        refusedInTime(kind, () -> assertThat(kind.open.apply(mint)).isNotNull());
        unreliable.failing = false;
        Generator generator = kind.open.apply(mint);
        unreliable.failing = true;
        for (CallForm form : CallForm.of(generator)) {
          refusedInTime(kind, () -> assertThat(form.call(generator)).isNull());
        }
        unreliable.failing = false;
        Set<String> seen = new HashSet<>();
        for (CallForm form : CallForm.of(generator)) {
          assertThat(seen.addAll(eventually(kind, generator, form)))
              .as("%s", kind)
              .isTrue();
        }
      }
    });
  }

  /**
   * Tests all kinds at the same time, with and without one-shot use. These tests spend their time
   * waiting.
   */
  private static void forEachKind(BiConsumer<Kind, Boolean> test) {
    Kind[] kinds = Kind.values();
    Race.run(2 * kinds.length, index -> {
      test.accept(kinds[index / 2], index % 2 == 0);
      return index;
    });
  }

  /**
   * Tests each kind and each way to call, with a deadline before and after the end of a store call.
   * All run at the same time, because they only wait. Calls that go to the store in the caller's
   * thread need at least two store calls.
   */
  @Test
  void anyCall_storeSlowerThanTheTimeout_endsInTimeAndGetsIds() {
    List<Duration> timeouts = List.of(TIMEOUT, LONG_TIMEOUT);
    Kind[] kinds = Kind.values();
    CallForm[] forms = CallForm.values();
    Race.run(4 * forms.length * kinds.length, index -> {
      Kind kind = kinds[index / 4 % kinds.length];
      CallForm form = forms[index / 4 / kinds.length];
      UnreliableStore unreliable = new UnreliableStore();
      try (Mintmark mint = mint(unreliable, index % 2 == 0, timeouts.get(index / 2 % 2))) {
        Generator generator = kind.open.apply(mint);
        if (CallForm.of(generator).contains(form)) {
          unreliable.latencyMs = SLOW_MS;
          if (index / 2 % 2 == 0) {
            servedOrRefusedInTime(kind, generator, form);
            unreliable.latencyMs = kind.callsThemselves ? 0 : SLOW_MS;
            assertThat(eventually(kind, generator, form)).as("%s", kind).isNotEmpty();
          } else {
            assertThat(form.call(generator)).as("%s", kind).isNotEmpty();
          }
        }
      }
      return kind;
    });
  }

  /**
   * Such a generator waits only for the end of a checkpoint, and measures the wait with the clock
   * that the test passes in.
   */
  @ParameterizedTest
  @EnumSource(Storeless.class)
  void storeless_suspended_failsInTimeAndContinuesAfterResume(Storeless kind) {
    ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
    Context context = new Context(
        time.wall(), time.elapsed(), false, Runnable::run, TIMEOUT, SplittableRandom::new);
    Built<? extends Generator> built = kind.settings.make("g", new MemoryStore(), context);
    Generator generator = built.generator();
    List<Runnable> forms =
        List.of(() -> Storeless.next(generator), () -> generator.nextTextBatch(CallForm.MANY));
    for (Runnable form : forms) {
      built.lifecycle().suspend();
      long startNanos = time.elapsed().nanos();
      assertThatThrownBy(form::run).isInstanceOf(StoreUnavailableException.class);
      assertThat(Duration.ofNanos(time.elapsed().nanos() - startNanos))
          .isBetween(TIMEOUT, TIMEOUT.plusMillis(20));
      built.lifecycle().resume();
      form.run();
    }
  }

  private static void refusedInTime(Kind kind, Runnable call) {
    long startNanos = System.nanoTime();
    try {
      call.run();
      fail("%s was served by a store that does not answer", kind);
    } catch (StoreUnavailableException e) {
      inTime(kind, startNanos);
    }
  }

  /** A kind that calls the store in the caller's thread also accepts a reply after its deadline. */
  private static void servedOrRefusedInTime(Kind kind, Generator generator, CallForm form) {
    long startNanos = System.nanoTime();
    try {
      assertThat(form.call(generator)).as("%s", kind).isNotEmpty();
    } catch (StoreUnavailableException e) {
      assertThat(e).hasMessageContaining("no id");
    }
    inTime(kind, startNanos);
  }

  private static void inTime(Kind kind, long startNanos) {
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
        .as("%s ends in time", kind)
        .isLessThan(TIMEOUT.plus(SLACK));
  }

  /** A failed claim is retried at most a second later. */
  private static Set<String> eventually(Kind kind, Generator generator, CallForm form) {
    long end = System.nanoTime() + LONG_TIMEOUT.toNanos();
    while (true) {
      try {
        return form.call(generator);
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as("%s works again", kind).isLessThan(end);
      }
    }
  }
}
