/** The server: ids over HTTP and the Redis protocol, from one process and one store. */
@NullMarked
package io.mintmark.server;

import org.jspecify.annotations.NullMarked;
