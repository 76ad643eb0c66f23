/**
 * Makes ids that show no order, by a secret key: numbers of a sequence that do not tell how many
 * orders there are; and shows UUIDs of version 7 as version 4 ({@link
 * io.mintmark.opaque.PublicUuids}).
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
 *   long number = orders.number(id);
 * }
 * }</pre>
 *
 * <p>Two ids differ as before: a key only permutes the positions that a generator owns, or
 * the UUIDs that somebody made. The cipher is FF1 of NIST SP 800-38G over the JDK's AES.
 */
@NullMarked
package io.mintmark.opaque;

import org.jspecify.annotations.NullMarked;
