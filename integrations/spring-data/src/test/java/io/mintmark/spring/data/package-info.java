/** Tests on Spring Data, over databases in memory. */
@NullMarked
package io.mintmark.spring.data;

import org.jspecify.annotations.NullMarked;
