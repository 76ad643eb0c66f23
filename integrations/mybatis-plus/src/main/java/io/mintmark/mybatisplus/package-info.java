/**
 * Ids of MyBatis-Plus entities: {@code ASSIGN_ID} and {@code ASSIGN_UUID} take them from the
 * generator that is configured for the entity's table.
 *
 * <pre>{@code
 * import com.baomidou.mybatisplus.annotation.IdType;
 * import com.baomidou.mybatisplus.annotation.TableId;
 * import com.baomidou.mybatisplus.annotation.TableName;
 *
 * @TableName("t_user")
 * class User {
 *   @TableId(type = IdType.ASSIGN_ID)
 *   Long id;
 * }
 * }</pre>
 *
 * <p>In Spring Boot, nothing else is needed. Elsewhere, give MyBatis-Plus a
 * {@link MintmarkIdentifierGenerator}. {@link RouteId} marks the field whose value is the route id
 * of a key with shards.
 */
@NullMarked
package io.mintmark.mybatisplus;

import org.jspecify.annotations.NullMarked;
