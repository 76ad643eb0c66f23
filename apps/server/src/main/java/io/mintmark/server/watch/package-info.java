/** Files that a running server reads again when they change. */
@NullMarked
package io.mintmark.server.watch;

import org.jspecify.annotations.NullMarked;
