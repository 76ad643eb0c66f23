/**
 * MongoDB ObjectIds: 12 bytes that begin with the time, made without a store. Within one process
 * none comes twice, however fast they are made.
 *
 * <pre>{@code
 * import io.mintmark.objectid.ObjectId;
 *
 * ObjectId id = ObjectId.next();
 * System.out.println(id + " " + id.time());
 * }</pre>
 *
 * <p>{@link ObjectId#range} has the ids of a span of time, for queries. {@link
 * LegacyObjectIdGenerator} is for applications that still need the layouts from before 2018.
 */
@NullMarked
package io.mintmark.objectid;

import org.jspecify.annotations.NullMarked;
