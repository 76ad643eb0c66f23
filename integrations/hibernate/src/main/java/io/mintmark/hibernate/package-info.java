/**
 * Ids of entities in Hibernate 6.6 and 7. A generator makes the id when an entity is persisted. So
 * the id is known before the insert, and Hibernate can still batch inserts.
 *
 * <pre>{@code
 * import io.mintmark.mapper.MintmarkId;
 * import jakarta.persistence.Entity;
 * import jakarta.persistence.Id;
 *
 * @Entity
 * class User {
 *   @Id
 *   @MintmarkId("users")
 *   Long id;
 * }
 * }</pre>
 *
 * <p>An application needs only {@link io.mintmark.mapper.MintmarkId}. In Spring Boot, the starter
 * provides the generators. Elsewhere, a configuration file defines them. Hibernate refuses to start
 * if no generator has the annotation's name, or if the property or its column cannot hold the
 * generator's ids.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.hibernate;

import org.jspecify.annotations.NullMarked;
