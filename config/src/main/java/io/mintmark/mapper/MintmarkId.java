package io.mintmark.mapper;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Marks the id of an entity, or the entity's class. A generator of Mintmark makes the id before the
 * entity is inserted, unless it is already set.
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
 *
 * <p>On a class or a record, it applies to the id of this class and of its subclasses:
 *
 * <ul>
 *   <li>in Hibernate and Spring Data, the property with {@code @Id};
 *   <li>in MyBatis, the field with MyBatis-Plus' {@code @TableId}, or else the field {@code id}.
 * </ul>
 *
 * <p>An annotation on the id itself overrides it, and so does one on a subclass. If the class lacks
 * such an id, the mapper refuses it with a message that names the class. jOOQ does not use this
 * annotation.
 */
@IdGeneratorType(MintmarkIdGenerator.class)
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.TYPE})
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
