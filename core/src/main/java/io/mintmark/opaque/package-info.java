/**
 * Hides the order of ids with a secret key. For example, order numbers from a sequence then do not
 * reveal how many orders were made. {@link io.mintmark.opaque.PublicUuids} converts UUIDs of
 * version 7 to UUIDs of version 4 and back.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.opaque.OpaqueKey;
 * import io.mintmark.sequence.Sequence;
 * import java.nio.file.Path;
 *
 * OpaqueKey key = OpaqueKey.fromFile(Path.of("/run/secrets/order-ids"));
 * try (Mintmark mint = Mintmark.open("file:/var/lib/mintmark")) {
 *   Sequence orders = mint.sequence("orders", s -> s.opaque(key).maximum(9_999_999_999L));
 *   long id = orders.next();
 *   long number = orders.decode(id);
 * }
 * }</pre>
 *
 * <p>Hidden ids are as unique as plain ids, because a key only permutes the numbers from which a
 * generator makes its ids, or UUIDs that were already made. The cipher is FF1 of NIST SP 800-38G,
 * with the AES of the JDK.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.opaque;

import org.jspecify.annotations.NullMarked;
