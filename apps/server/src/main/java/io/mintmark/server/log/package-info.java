/** The form and the level of this process's log. */
@NullMarked
package io.mintmark.server.log;

import org.jspecify.annotations.NullMarked;
