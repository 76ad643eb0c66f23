/** Measures numbers from each engine's store beside the plain statement that one would write. */
@NullMarked
package io.mintmark.enginespeed;

import org.jspecify.annotations.NullMarked;
