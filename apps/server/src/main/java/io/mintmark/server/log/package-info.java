/** Sets how this process writes its log. */
@NullMarked
package io.mintmark.server.log;

import org.jspecify.annotations.NullMarked;
