package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.sequence.Sequence;
import io.mintmark.store.redis.RedisServers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.docker.compose.core.ImageReference;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Tests stores in containers that Spring Boot's support for Docker Compose and Testcontainers has
 * started. The tests use no containers: the engines run without them, and Spring Boot receives
 * their addresses.
 */
@Tag("long")
class ContainersTest {

  private static final String CONNECTION = "org.springframework.boot.service-connection";

  @TempDir
  private Path directory;

  private static ApplicationContextRunner strict(ApplicationContextRunner application) {
    return application.withPropertyValues(
        "mintmark.generators.tail.type=sequence",
        "mintmark.generators.tail.strict=true",
        "mintmark.open-timeout=20s");
  }

  private static ApplicationContextRunner composed(
      ApplicationContextRunner application, RunningService service) {
    return Composed.of(strict(application), service);
  }

  @Test
  void compose_redis_isTheStore() {
    try (EngineProcess redis = RedisServers.startDurable(directory)) {
      composed(Boot.redis(), Composed.service("redis", redis.port(), Map.of()))
          .run(context ->
              assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(1));
      strict(Boot.plain())
          .withPropertyValues("mintmark.store=redis://127.0.0.1:" + redis.port())
          .run(context ->
              assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(2));
    }
  }

  @Test
  void compose_mongoDb_isTheStore() {
    MongoServer server = new MongoServer(new MemoryBackend());
    try {
      int port = server.bind().getPort();
      for (long expected = 1; expected <= 2; expected++) {
        long next = expected;
        composed(Boot.mongo(), Composed.service("mongo", port, Map.of()))
            .run(context ->
                assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(next));
      }
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void compose_imageOfAMintmarkServer_isTheStore() {
    away(
        composed(Boot.plain(), Composed.service("mintmark:0.1", 1, Map.of())),
        "mintmark://127.0.0.1:1");
  }

  @Test
  void compose_mintmarkLabel_overridesTheProperty() {
    Composed.Service labelled = new Composed.Service(
        "ids",
        ImageReference.of("registry.example.com/team/ids:7"),
        1,
        Map.of(),
        Map.of(CONNECTION, "mintmark", "io.mintmark.parameters", "open-timeout-ms=900"));
    away(
        composed(Boot.plain(), labelled).withPropertyValues("mintmark.store=memory:"),
        "mintmark://127.0.0.1:1?open-timeout-ms=900");
  }

  @Test
  void compose_otherImage_isIgnored() {
    composed(Boot.plain(), Composed.service("mintmark-tools", 1, Map.of()))
        .withPropertyValues("mintmark.store=memory:")
        .run(context ->
            assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(1));
  }

  /** A container that only appears to be running. Nothing listens on its port. */
  private static final class StartedContainer extends GenericContainer<StartedContainer> {

    StartedContainer() {
      super(DockerImageName.parse("registry.example.com/team/ids:7"));
    }

    @Override
    public void start() {}

    @Override
    public String getHost() {
      return "127.0.0.1";
    }

    @Override
    public Integer getMappedPort(int port) {
      return port == 7600 ? 1 : port;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class WithContainer {

    @Bean
    @ServiceConnection("mintmark")
    GenericContainer<?> ids() {
      return new StartedContainer();
    }
  }

  @Test
  void testcontainers_mintmarkServer_overridesTheProperty() {
    away(
        strict(Boot.containers())
            .withUserConfiguration(WithContainer.class)
            .withPropertyValues("mintmark.store=memory:"),
        "mintmark://127.0.0.1:1");
  }

  /**
   * Checks the store of an application. Nothing listens on its port, so the error contains the
   * store's address.
   */
  private static void away(ApplicationContextRunner application, String store) {
    application
        .withPropertyValues("mintmark.open-timeout=1s", "mintmark.claim-timeout=1s")
        .run(context -> {
          assertThat(context).hasNotFailed();
          assertThat(
                  catchThrowable(() -> context.getBean("tail", Sequence.class).next()))
              .hasMessageContaining("the store is not open: store=" + store + ", ");
        });
  }
}
