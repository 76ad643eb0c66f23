/**
 * Ids of entities in Hibernate 6.6 and 7. A generator makes the id when an entity is persisted, so
 * it is known before the insert, and inserts stay batched.
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
 * <p>{@link MintmarkId} is all that an application needs: in Spring Boot the starter brings the
 * generators, elsewhere they come from a configuration file.
 */
@NullMarked
package io.mintmark.hibernate;

import org.jspecify.annotations.NullMarked;
