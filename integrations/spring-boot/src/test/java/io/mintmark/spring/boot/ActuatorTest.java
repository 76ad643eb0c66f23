package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.micrometer.MintmarkMetrics;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests the endpoint, the health and the metrics of generators. */
class ActuatorTest {

  private final ApplicationContextRunner application = Boot.plain()
      .withPropertyValues("mintmark.store=memory:", "mintmark.generators.users.type=snowflake");

  @Configuration(proxyBeanMethods = false)
  static class Listening {

    private final List<String> made = new ArrayList<>();

    @Bean
    GeneratorObserver listener() {
      return new GeneratorObserver() {
        @Override
        public void generatorMade(Generator generator) {
          made.add(generator.name());
        }
      };
    }
  }

  @Test
  void endpoint_exposed_listsGeneratorsWithRemainingIds() {
    application
        .withPropertyValues("management.endpoints.web.exposure.include=mintmark")
        .withPropertyValues("management.endpoints.jmx.exposure.include=mintmark")
        .run(context -> {
          context.getBean(SnowflakeGenerator.class).next();
          context.getBean(Mintmark.class).uuids("events");
          var reports = context.getBean(MintmarkEndpoint.class).generators().generators();
          assertThat(reports.keySet()).containsExactly("users", "events");
          GeneratorReport users = reports.get("users");
          assertThat(users).isNotNull().satisfies(report -> {
            assertThat(report.kind()).isEqualTo("snowflake");
            assertThat(report.left()).isPositive();
            assertThat(report.timeEnds()).startsWith("2089-");
            assertThat(report.facts()).containsEntry("layout", "41/10/12");
          });
        });
  }

  @Test
  void endpoint_notExposed_isAbsent() {
    application.run(context -> assertThat(context).doesNotHaveBean(MintmarkEndpoint.class));
  }

  @Test
  void health_disabled_isAbsent() {
    application
        .withPropertyValues("management.health.mintmark.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("mintmarkHealthIndicator"));
  }

  @Test
  void health_storeInMemory_isUp() {
    application.run(context ->
        assertThat(Boot.health(context.getBean("mintmarkHealthIndicator"))).startsWith("UP"));
  }

  @Test
  void health_sequenceExhausted_isDownWithReason() {
    application
        .withPropertyValues(
            "mintmark.generators.tail.type=sequence",
            "mintmark.generators.tail.strict=true",
            "mintmark.generators.tail.maximum=2")
        .run(context -> {
          Object health = context.getBean("mintmarkHealthIndicator");
          assertThat(Boot.health(health)).startsWith("UP");
          Sequence tail = context.getBean(Sequence.class);
          assertThat(tail.nextBatch(2)).containsExactly(1, 2);
          assertThat(Boot.health(health))
              .startsWith("DOWN")
              .contains("ExhaustedException", "the sequence has come to its end")
              .contains("line=seq/tail");
        });
  }

  @Test
  void health_workerNumbersAllHeld_isDownAndLogged(@TempDir Path directory) {
    ApplicationContextRunner shared = Boot.plain()
        .withPropertyValues(
            "mintmark.store=file:" + directory,
            "mintmark.generators.users.type=snowflake",
            "mintmark.generators.users.workers=0..0",
            "mintmark.generators.users.window=1h",
            "mintmark.claim-timeout=1s",
            "mintmark.generators.users.layout=41/1/21");
    shared.run(holder -> {
      assertThat(holder.getBean(SnowflakeGenerator.class).next()).isPositive();
      shared.run(other -> {
        try (CapturedLog log = new CapturedLog("io.mintmark.service.NamedGenerator")) {
          Object health = other.getBean("mintmarkHealthIndicator");
          await(() -> Boot.health(health).startsWith("DOWN"));
          assertThat(Boot.health(health)).contains("NoIdleWorkerException", "worker/users/*");
          assertThat(log.messages())
              .singleElement()
              .asString()
              .startsWith("a generator cannot make an id: name=users: ");
        }
      });
      assertThat(Boot.health(holder.getBean("mintmarkHealthIndicator"))).startsWith("UP");
    });
  }

  /**
   * Waits for a condition. A call waits for a worker number before it fails, and the check does
   * too.
   */
  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).isNegative();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  @Test
  void metrics_boundToARegistry_includeGeneratorsMadeLater() {
    application.run(context -> {
      MeterRegistry registry = new SimpleMeterRegistry();
      context.getBean(MintmarkMetrics.class).bindTo(registry);
      context.getBean(SnowflakeGenerator.class).nextBatch(3);
      context.getBean(Mintmark.class).uuids("events").nextBatch(2);
      assertThat(registry
              .get("mintmark.ids")
              .tag("generator", "users")
              .functionCounter()
              .count())
          .isEqualTo(3);
      assertThat(registry
              .get("mintmark.ids")
              .tag("generator", "events")
              .functionCounter()
              .count())
          .isEqualTo(2);
    });
  }

  @Test
  void observers_ofTheApplication_areNotified() {
    application
        .withUserConfiguration(Listening.class)
        .run(context -> assertThat(context.getBean(Listening.class).made).containsExactly("users"));
  }
}
