/**
 * Ids of entities in Hibernate 6.6 and 7. A generator makes the id when an entity is persisted. So
 * the id is known before the insert, and Hibernate can still batch inserts.
 *
 * <pre>{@code
 * import io.mintmark.hibernate.MintmarkId;
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
 * <p>An application needs only {@link MintmarkId}. In Spring Boot, the starter provides the
 * generators. Elsewhere, a configuration file defines them.
 */
@NullMarked
package io.mintmark.hibernate;

import org.jspecify.annotations.NullMarked;
