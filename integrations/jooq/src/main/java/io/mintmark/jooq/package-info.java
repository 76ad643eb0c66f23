/**
 * Makes the ids of jOOQ's records.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.jooq.MintmarkRecordListener;
 * import org.jooq.Configuration;
 * import org.jooq.TableField;
 *
 * class Ids {
 *   void addTo(Configuration jooq, Mintmark mint, TableField<?, Long> userId) {
 *     jooq.setAppending(MintmarkRecordListener.of(mint).fill(userId, "users"));
 *   }
 * }
 * }</pre>
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.jooq;

import org.jspecify.annotations.NullMarked;
