package io.mintmark.spring.slices;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestContextManager;

/**
 * The common part of the slice tests. The package of an annotation such as {@code @DataMongoTest}
 * differs between Spring Boot 3 and 4, so a subclass for each version has the annotation. In one of
 * the versions, Spring's extension for JUnit needs a newer JUnit, so {@link #start} prepares the
 * test instance itself.
 */
public abstract class Slice {

  private static final MongoServer MONGO = new MongoServer(new MemoryBackend());

  @Autowired
  private @Nullable ApplicationContext context;

  @DynamicPropertySource
  static void mongo(DynamicPropertyRegistry properties) {
    String uri = "mongodb://127.0.0.1:" + port() + "/shop";
    properties.add("spring.data.mongodb.uri", () -> uri);
    properties.add("spring.mongodb.uri", () -> uri);
  }

  private static synchronized int port() {
    return (MONGO.getLocalAddress() == null ? MONGO.bind() : MONGO.getLocalAddress()).getPort();
  }

  /** Starts the slice of the application for an annotation. */
  static ApplicationContext start(String annotation) throws Exception {
    String line = SpringBootVersion.getVersion().startsWith("3.") ? ".boot3." : ".boot4.";
    Class<?> type = Class.forName(Slice.class.getPackageName() + line + annotation + "Slice");
    Slice slice = (Slice) type.getConstructor().newInstance();
    new TestContextManager(type).prepareTestInstance(slice);
    return Objects.requireNonNull(slice.context);
  }

  static void stopMongo() {
    MONGO.shutdownNow();
  }
}
