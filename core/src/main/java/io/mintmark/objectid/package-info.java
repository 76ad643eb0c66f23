/**
 * MongoDB ObjectIds: 12 bytes that begin with the time, made without a store. Within one process,
 * no id is made twice, at any speed.
 *
 * <pre>{@code
 * import io.mintmark.objectid.ObjectId;
 *
 * ObjectId id = ObjectId.next();
 * System.out.println(id + " " + id.time());
 * }</pre>
 *
 * <p>{@link ObjectId#range} returns the range of ids of a time span, for queries. {@link
 * LegacyObjectIdGenerator} is for applications that still need the layouts that were used before
 * 2018.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.objectid;

import org.jspecify.annotations.NullMarked;
