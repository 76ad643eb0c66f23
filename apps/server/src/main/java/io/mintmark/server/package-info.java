/** The server: ids over HTTP and over Redis's protocol, from one process and one store. */
@NullMarked
package io.mintmark.server;

import org.jspecify.annotations.NullMarked;
