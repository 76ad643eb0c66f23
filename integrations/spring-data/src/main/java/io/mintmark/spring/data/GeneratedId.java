package io.mintmark.spring.data;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the id of a Spring Data entity. A generator of Mintmark makes the id when the entity is
 * saved, unless it is already set.
 *
 * <pre>{@code
 * record Order(@Id @GeneratedId(value = "orders", route = "userId") String id, String userId) {}
 * }</pre>
 *
 * <p>The property is a {@code long} or {@code Long} for ids that are numbers, a {@link
 * java.util.UUID} for UUIDs, or a {@code String} for any id. An id that is already set is kept. A
 * {@code long} is set unless it is 0, and every other type is set unless it is {@code null}.
 *
 * <p>JPA entities use {@code io.mintmark.hibernate.MintmarkId}, which Hibernate reads, and which
 * Mintmark's callbacks for Spring Data ignore. The two annotations have different names, because an
 * import of the wrong one could otherwise go unnoticed, and the database would make the id.
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
   * Names the property whose value decides the shard, for keys with shards. The property must be
   * set when the entity is saved.
   *
   * @return a property of the same entity; empty for ids without shards
   */
  String route() default "";
}
