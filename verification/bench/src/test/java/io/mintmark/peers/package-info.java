/** Shows that the comparison detects the faults that it counts, and finds none in Mintmark. */
@NullMarked
package io.mintmark.peers;

import org.jspecify.annotations.NullMarked;
