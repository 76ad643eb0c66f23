package io.mintmark.hibernate;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Has an entity's id made by a generator of Mintmark's, unless it is set already.
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
 * java.util.UUID} for UUIDs, or a {@code String} for any id. A set id is kept: anything but {@code
 * null}, and but 0 where the property is a {@code long}.
 *
 * <p>Hibernate refuses to start if there is no generator of this name, the property or its column
 * cannot hold its ids, or a key's route does not fit.
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
   * Names the property of the entity whose value decides where the entity's row lies, for keys with
   * shards. It has to be set when the entity is persisted. Of an association to another entity it
   * is that entity's id.
   *
   * @return a property of the same entity; empty for ids that are not made for a route
   */
  String route() default "";
}
