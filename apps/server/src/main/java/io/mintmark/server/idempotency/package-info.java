/** Requests that a client may send again: their replies are kept for a while. */
@NullMarked
package io.mintmark.server.idempotency;

import org.jspecify.annotations.NullMarked;
