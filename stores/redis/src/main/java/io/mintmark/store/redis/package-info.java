/** Lines in Redis: a hash a line, moved by scripts that the server runs whole. */
@NullMarked
package io.mintmark.store.redis;

import org.jspecify.annotations.NullMarked;
