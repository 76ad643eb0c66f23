/**
 * UUIDs of RFC 9562 without a store: generators of versions 1, 4, 6 and 7, UUIDs of names (3 and
 * 5), the fields of any UUID, and UUIDs with a type: {@link TypeId}.
 *
 * <pre>{@code
 * import io.mintmark.uuid.NameUuid;
 * import io.mintmark.uuid.Uuids;
 * import java.util.UUID;
 *
 * UUID ordered = Uuids.v7();                                       // by time, for a primary key
 * UUID random = Uuids.v4();                                        // no time, no order
 * UUID named = NameUuid.v5(NameUuid.DNS, "www.example.com");       // the same each time
 * }</pre>
 *
 * <p>Compare UUIDs with {@link UuidOrder}: {@link java.util.UUID#compareTo} does not follow the
 * time. {@link UuidRange} returns the UUIDs of a time span, for queries.
 */
@NullMarked
package io.mintmark.uuid;

import org.jspecify.annotations.NullMarked;
