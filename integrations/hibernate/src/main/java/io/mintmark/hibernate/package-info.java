/**
 * Ids of entities: Hibernate asks Mintmark's generators for them when an entity is persisted, so
 * they are known before the insert, and inserts stay batched.
 */
@NullMarked
package io.mintmark.hibernate;

import org.jspecify.annotations.NullMarked;
