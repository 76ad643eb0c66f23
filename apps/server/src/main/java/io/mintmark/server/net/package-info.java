/** Connections of both protocols: replies in order, and bounds. */
@NullMarked
package io.mintmark.server.net;

import org.jspecify.annotations.NullMarked;
