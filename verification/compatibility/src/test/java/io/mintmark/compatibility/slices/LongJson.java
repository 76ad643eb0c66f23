package io.mintmark.compatibility.slices;

import java.util.Map;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContext;

/** Writes a Snowflake as JSON, as the controllers of an application do. */
public final class LongJson {

  private LongJson() {}

  /** Uses the mapper of Jackson 2 or 3, depending on the version of Spring Boot. */
  public static String written(ApplicationContext context) throws ReflectiveOperationException {
    Object mapper = Stream.of("jacksonObjectMapper", "jacksonJsonMapper")
        .filter(context::containsBean)
        .map(context::getBean)
        .findFirst()
        .orElseThrow();
    return (String) mapper
        .getClass()
        .getMethod("writeValueAsString", Object.class)
        .invoke(mapper, Map.of("id", 330154092605087744L));
  }
}
