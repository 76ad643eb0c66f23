package io.mintmark.compatibility.slices;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;

/**
 * What a test with such an annotation has. The annotation's package differs between Spring Boot 3
 * and 4, and Spring's extension for JUnit needs a newer JUnit in one of them, so a subclass has the
 * annotation and the tests prepare it themselves.
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

  /** Starts the part of the application that an annotation names. */
  static ApplicationContext start(String annotation) throws Exception {
    String line = isBoot3() ? ".boot3." : ".boot4.";
    Class<?> type = Class.forName(Slice.class.getPackageName() + line + annotation + "Slice");
    Slice slice = (Slice) type.getConstructor().newInstance();
    new TestContextManager(type).prepareTestInstance(slice);
    return Objects.requireNonNull(slice.context);
  }
}
