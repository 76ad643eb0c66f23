/**
 * UUIDs of RFC 9562, without a store. This package has generators of versions 1, 4, 6 and 7, makes
 * UUIDs from names (versions 3 and 5), and reads the fields of any UUID. A {@link TypeId} is a UUID
 * with the type of the identified object.
 *
 * <pre>{@code
 * import io.mintmark.uuid.Uuids;
 * import java.util.UUID;
 *
 * UUID ordered = Uuids.v7();                                       // by time, for a primary key
 * UUID random = Uuids.v4();                                        // no time, no order
 * UUID named = Uuids.v5(Uuids.DNS, "www.example.com");             // the same each time
 * }</pre>
 *
 * <p>Compare UUIDs with {@link Uuids#UNSIGNED}: {@link java.util.UUID#compareTo} does not order
 * UUIDs by time. {@link Uuids#rangeV7} returns the UUIDs of a time span, for queries.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.uuid;

import org.jspecify.annotations.NullMarked;
