package io.mintmark.spring.data;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has the id of an entity of Spring Data's made by a generator of Mintmark's when the entity is
 * saved, unless it is set already.
 *
 * <pre>{@code
 * record Order(@Id @GeneratedId(value = "orders", route = "userId") String id, String userId) {}
 * }</pre>
 *
 * <p>The property is a {@code long} or {@code Long} for ids that are numbers, a {@link
 * java.util.UUID} for UUIDs, or a {@code String} for any id. A set id is kept: anything but {@code
 * null}, and but 0 where the property is a {@code long}.
 *
 * <p>Entities of JPA have {@code io.mintmark.hibernate.MintmarkId}, which Hibernate reads and these
 * callbacks do not: the names differ, so that an import of the wrong one cannot leave an id to the
 * database without a word.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface GeneratedId {

  /**
   * Names the generator.
   *
   * @return its name in the configuration or on the {@link io.mintmark.Mintmark}
   */
  String value();

  /**
   * Names the property of the entity whose value decides where the entity's row lies, for keys with
   * shards. It has to be set when the entity is saved.
   *
   * @return a property of the same entity; empty for ids that are not made for a route
   */
  String route() default "";
}
