/**
 * Ids of entities in Spring Data MongoDB, JDBC and R2DBC. A callback for each store fills missing
 * ids before an entity is saved.
 *
 * <pre>{@code
 * import io.mintmark.mapper.MintmarkId;
 * import org.springframework.data.annotation.Id;
 *
 * class User {
 *   @Id
 *   @MintmarkId("users")
 *   Long id;
 * }
 * }</pre>
 *
 * <p>In Spring Boot, the callbacks are made automatically. Elsewhere, make a bean of the callback
 * for your store.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.spring.data;

import org.jspecify.annotations.NullMarked;
