package io.mintmark.compatibility.slices;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;

/**
 * The common part of tests with an annotation that starts a part of an application. The
 * annotation's package differs between Spring Boot 3 and 4, so each annotation is on a subclass.
 * Spring's extension for JUnit needs a newer JUnit in one version, so the tests prepare the
 * instance themselves.
 */
@TestPropertySource(
    properties = {
      "mintmark.store=memory:",
      "mintmark.generators.item.type=snowflake",
      "mintmark.generators.item.table=item",
      "mintmark.jackson.long-ids-as-text=true"
    })
public abstract class Slice {

  @Autowired
  private @Nullable ApplicationContext context;

  static boolean isBoot3() {
    return SpringBootVersion.getVersion().startsWith("3.");
  }

  /** Starts the part of the application for an annotation. */
  static ApplicationContext start(String annotation) throws Exception {
    String line = isBoot3() ? ".boot3." : ".boot4.";
    Class<?> type = Class.forName(Slice.class.getPackageName() + line + annotation + "Slice");
    Slice slice = (Slice) type.getConstructor().newInstance();
    new TestContextManager(type).prepareTestInstance(slice);
    return Objects.requireNonNull(slice.context);
  }
}
