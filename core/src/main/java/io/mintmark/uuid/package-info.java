/**
 * UUIDs of RFC 9562: generators of versions 1, 4, 6 and 7, UUIDs of names (3 and 5), and the fields
 * of any UUID.
 */
@NullMarked
package io.mintmark.uuid;

import org.jspecify.annotations.NullMarked;
