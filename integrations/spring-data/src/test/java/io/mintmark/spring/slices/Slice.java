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
 * What a test with such an annotation has. The annotation's package differs between Spring Boot 3
 * and 4, and Spring's extension for JUnit needs a newer JUnit in one of them, so a subclass has the
 * annotation and the tests prepare it themselves.
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

  /** Starts the part of the application that an annotation names. */
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
