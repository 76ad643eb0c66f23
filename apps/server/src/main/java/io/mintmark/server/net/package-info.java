/** What both protocols need of a connection: answers in order, and bounds. */
@NullMarked
package io.mintmark.server.net;

import org.jspecify.annotations.NullMarked;
