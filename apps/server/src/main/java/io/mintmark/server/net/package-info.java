/** Connections, for both protocols: answers in order, and bounds. */
@NullMarked
package io.mintmark.server.net;

import org.jspecify.annotations.NullMarked;
