package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.SlowCaller.Engine;
import io.mintmark.SlowCaller.Ids;
import io.mintmark.SlowCaller.Kind;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.key.KeyGenerator;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Callers that make one id per window or fewer, while the clock steps in both directions. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SlowCallersTest {

  private static final List<OnClockBehind> RULES = List.of(OnClockBehind.values());

  private static final Instant START = Instant.parse("2026-03-01T00:00:40Z");
  private static final List<Duration> LATENCIES =
      List.of(Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMillis(500));
  private static final List<Duration> GAPS = List.of(
      Duration.ZERO,
      Duration.ofMillis(4_900),
      Duration.ofMillis(9_000),
      Duration.ofMillis(10_400),
      Duration.ofSeconds(25));
  private static final List<Duration> STEPS = Stream.of(2, 30, 120, 3_600)
      .flatMap(s -> Stream.of(Duration.ofSeconds(s), Duration.ofSeconds(-s)))
      .toList();

  private static final int WALKS = 100;

  enum TimedKind implements Kind {
    SNOWFLAKE(1) {
      @Override
      public Ids open(Mintmark mint, OnClockBehind onBehind, int workers) {
        return snowflake(mint, SnowflakeLayout.DEFAULT, IdOrder.GENERATOR, onBehind, workers);
      }
    },
    SNOWFLAKE_BY_THREAD(1) {
      @Override
      public Ids open(Mintmark mint, OnClockBehind onBehind, int workers) {
        return snowflake(mint, SnowflakeLayout.DEFAULT, IdOrder.THREAD, onBehind, workers);
      }
    },
    SNOWFLAKE_OF_SECONDS(1_000) {
      @Override
      public Ids open(Mintmark mint, OnClockBehind onBehind, int workers) {
        return snowflake(
            mint,
            SnowflakeLayout.DEFAULT.withUnit(Duration.ofSeconds(1)),
            IdOrder.GENERATOR,
            onBehind,
            workers);
      }
    },
    SONYFLAKE(10) {
      @Override
      public Ids open(Mintmark mint, OnClockBehind onBehind, int workers) {
        return snowflake(
            mint, SnowflakeLayout.parse("sonyflake"), IdOrder.GENERATOR, onBehind, workers);
      }
    },
    KEY(1) {
      @Override
      public Ids open(Mintmark mint, OnClockBehind onBehind, int workers) {
        return key(mint, "{time:yyyyMMddHHmmssSSS}{worker:2}{seq:3}", onBehind, workers);
      }
    },
    KEY_OF_SECONDS(1_000) {
      @Override
      public Ids open(Mintmark mint, OnClockBehind onBehind, int workers) {
        return key(mint, "{time:yyyyMMddHHmmss}{worker:2}{seq:3}", onBehind, workers);
      }
    },
    KEY_OF_MINUTES(60_000) {
      @Override
      public Ids open(Mintmark mint, OnClockBehind onBehind, int workers) {
        return key(mint, "{time:yyyyMMddHHmm}{worker:2}{seq:4}", onBehind, workers);
      }
    },
    KEY_OF_DAYS(86_400_000) {
      @Override
      public Ids open(Mintmark mint, OnClockBehind onBehind, int workers) {
        return key(mint, "{time:yyyyMMdd}{worker:2}{seq:5}", onBehind, workers);
      }
    };

    private final Duration tick;

    TimedKind(long tickMs) {
      this.tick = Duration.ofMillis(tickMs);
    }

    @Override
    public Duration tick() {
      return tick;
    }

    private static Ids snowflake(
        Mintmark mint, SnowflakeLayout layout, IdOrder order, OnClockBehind onBehind, int workers) {
      SnowflakeGenerator made = mint.snowflake(
          "g", s -> s.layout(layout).workers(0, workers - 1).order(order).onClockBehind(onBehind));
      return new Ids() {
        @Override
        public String next() {
          return Long.toString(made.next());
        }

        @Override
        public CompletableFuture<String> nextAsync() {
          return made.nextBatchAsync(1).thenApply(all -> Long.toString(all[0]));
        }

        @Override
        public void nextAsyncAndCancel() {
          made.nextBatchAsync(1).cancel(false);
        }

        @Override
        public Instant time(String id) {
          return layout.decode(Long.parseLong(id)).time();
        }
      };
    }

    private static Ids key(Mintmark mint, String format, OnClockBehind onBehind, int workers) {
      KeyGenerator made = mint.keys(
          "g", k -> k.format(format).zone("UTC").workers(0, workers - 1).onClockBehind(onBehind));
      return new Ids() {
        @Override
        public String next() {
          return made.next();
        }

        @Override
        public CompletableFuture<String> nextAsync() {
          return made.nextTextBatchAsync(1).thenApply(all -> all.get(0));
        }

        @Override
        public void nextAsyncAndCancel() {
          made.nextTextBatchAsync(1).cancel(false);
        }

        @Override
        public Instant time(String id) {
          return made.parse(id).time().orElseThrow().toInstant(ZoneOffset.UTC);
        }
      };
    }
  }

  static Stream<Arguments> kindsAndRules() {
    return Arrays.stream(TimedKind.values())
        .flatMap(kind -> Arrays.stream(OnClockBehind.values())
            .flatMap(rule -> Stream.of(1, 16).map(workers -> Arguments.of(kind, rule, workers))));
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("kindsAndRules")
  void next_clockStepsOnce_keepsItsGuarantees(TimedKind kind, OnClockBehind rule, int workers) {
    for (Duration latency : LATENCIES) {
      for (Duration gap : GAPS) {
        for (Duration step : STEPS) {
          for (int idsBefore : new int[] {1, 4}) {
            try (SlowCaller caller =
                new SlowCaller(kind, rule, workers, latency, START, Engine.LASTING)) {
              for (int i = 0; i < idsBefore; i++) {
                assertThat(caller.call()).isTrue();
                caller.pass(gap);
              }
              caller.step(step);
              for (int i = 0; i < 4; i++) {
                caller.call();
                caller.pass(gap);
              }
              caller.step(step.negated());
              caller.call();
              caller.pass(gap);
              assertThat(caller.call()).isTrue();
            }
          }
        }
      }
    }
  }

  static Stream<Arguments> kindsAndEngines() {
    return Arrays.stream(TimedKind.values())
        .flatMap(kind -> Arrays.stream(Engine.values()).map(engine -> Arguments.of(kind, engine)));
  }

  @ParameterizedTest
  @MethodSource("kindsAndEngines")
  void next_clockStepsAtAnyTime_keepsItsGuarantees(TimedKind kind, Engine engine) {
    for (long seed = 1; seed <= WALKS; seed++) {
      Random random = new Random(seed);
      OnClockBehind rule = RULES.get(random.nextInt(RULES.size()));
      Instant start = START.plusSeconds(random.nextInt(3_600)).plusMillis(random.nextInt(1_000));
      try (SlowCaller caller = new SlowCaller(
          kind, rule, workers(engine, random), pick(LATENCIES, random), start, engine)) {
        caller.log("seed=" + seed + ", rule=" + rule);
        for (int i = 0; i < 40; i++) {
          walk(caller, random);
        }
        caller.setRight();
        assertThat(caller.call())
            .as("the clock is right again%n%s", caller.trace())
            .isTrue();
      }
    }
  }

  /**
   * On an engine that can lose claims, a single number must also be idle by the engine's clock, so
   * 16 numbers are used there.
   */
  private static int workers(Engine engine, Random random) {
    return engine == Engine.FORGETFUL || random.nextBoolean() ? 16 : 1;
  }

  private static void walk(SlowCaller caller, Random random) {
    switch (random.nextInt(9)) {
      case 0 -> caller.step(pick(STEPS, random));
      case 1 -> caller.step(caller.ahead().negated());
      case 2 -> caller.stepInside(pick(STEPS, random));
      case 3, 4 -> caller.pass(pick(GAPS, random));
      case 5 -> caller.callAndCancel();
      case 6 -> caller.callAsync();
      default -> caller.call();
    }
  }

  private static <T> T pick(List<T> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }
}
