package io.mintmark.mapper;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Marks the id of an entity. A generator of Mintmark makes the id before the entity is inserted,
 * unless it is already set.
 *
 * <pre>{@code
 * import io.mintmark.mapper.MintmarkId;
 *
 * class Order {
 *   @MintmarkId(value = "orders", route = "userId")
 *   String id;
 *
 *   String userId;
 * }
 * }</pre>
 *
 * <p>The property is a {@code long} or {@code Long} for ids that are numbers, a {@link
 * java.util.UUID} for UUIDs, a {@link io.mintmark.uuid.TypeId} for TypeIDs, or a {@code String} for
 * any id. A {@code long} counts as set unless it is 0, and every other type unless it is {@code
 * null}.
 */
@IdGeneratorType(MintmarkIdGenerator.class)
@Documented
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
   * property must be set when the entity is inserted. For Hibernate's association to another
   * entity, the value is that entity's id. MyBatis needs the path to it, such as {@code user.id}.
   *
   * @return a property of the same entity; empty for ids without shards
   */
  String route() default "";
}
