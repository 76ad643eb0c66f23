/**
 * UUIDs of every version of RFC 9562 that is made from something.
 */
@NullMarked
package io.mintmark.uuid;

import org.jspecify.annotations.NullMarked;
