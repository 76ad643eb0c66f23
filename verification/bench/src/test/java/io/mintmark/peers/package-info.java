/** Shows that the comparison finds what it looks for, and nothing of it in Mintmark. */
@NullMarked
package io.mintmark.peers;

import org.jspecify.annotations.NullMarked;
