package io.mintmark.hibernate;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Marks an entity's id. A generator of Mintmark makes the id, unless it is already set.
 *
 * <pre>{@code
 * @Entity
 * class Order {
 *   @Id
 *   @MintmarkId(value = "orders", route = "userId")
 *   String id;
 *
 *   String userId;
 * }
 * }</pre>
 *
 * <p>The property is a {@code long} or {@code Long} for ids that are numbers, a {@link
 * java.util.UUID} for UUIDs, or a {@code String} for any id. An id that is already set is kept. A
 * {@code long} counts as set unless it is 0, and every other type unless it is {@code null}.
 *
 * <p>Hibernate refuses to start if there is no generator of this name, if the property or its
 * column cannot hold the generator's ids, or if {@link #route} does not fit the generator.
 */
@IdGeneratorType(MintmarkIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface MintmarkId {

  /**
   * Names the generator.
   *
   * @return its name in the configuration or on the {@link io.mintmark.Mintmark}
   */
  String value();

  /**
   * For keys with shards, names the property whose value decides the shard of the entity's row. The
   * property must be set when the entity is persisted. For an association to another entity, the
   * value is that entity's id.
   *
   * @return a property of the same entity; empty for ids without shards
   */
  String route() default "";
}
