/**
 * Ids of entities in Spring Data MongoDB, JDBC and R2DBC: a callback of each fills those that are
 * missing before an entity is saved.
 *
 * <pre>{@code
 * import io.mintmark.spring.data.GeneratedId;
 * import org.springframework.data.annotation.Id;
 *
 * class User {
 *   @Id
 *   @GeneratedId("users")
 *   Long id;
 * }
 * }</pre>
 *
 * <p>In Spring Boot the callbacks are there by themselves. Elsewhere make a bean of the one that
 * your store needs.
 */
@NullMarked
package io.mintmark.spring.data;

import org.jspecify.annotations.NullMarked;
