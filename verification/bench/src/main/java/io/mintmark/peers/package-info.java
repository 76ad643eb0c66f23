/** Runs other libraries and Mintmark with the same faults, each in processes of its own. */
@NullMarked
package io.mintmark.peers;

import org.jspecify.annotations.NullMarked;
