/** Access control: tokens, their rights, and the record of their use. */
@NullMarked
package io.mintmark.server.access;

import org.jspecify.annotations.NullMarked;
