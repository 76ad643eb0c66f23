/** Access: tokens, what they allow, and the record of what was done with them. */
@NullMarked
package io.mintmark.server.access;

import org.jspecify.annotations.NullMarked;
