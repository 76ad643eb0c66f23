/** Tests on Spring Data, over databases in memory. */
@NullMarked
package io.mintmark.spring.typed;

import org.jspecify.annotations.NullMarked;
