/** What every generator can do and tell, whatever its kind. */
@NullMarked
package io.mintmark.generator;

import org.jspecify.annotations.NullMarked;
