/** Numbers without a gap in the transactions of frameworks. */
@NullMarked
package io.mintmark.compatibility.frameworks.gapless;

import org.jspecify.annotations.NullMarked;
