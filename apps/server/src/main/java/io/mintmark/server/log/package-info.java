/** How this process's log is written. */
@NullMarked
package io.mintmark.server.log;

import org.jspecify.annotations.NullMarked;
