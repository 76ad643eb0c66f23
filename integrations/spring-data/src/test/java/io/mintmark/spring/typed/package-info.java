/** Tests of TypeIDs with Spring Data and databases in memory. */
@NullMarked
package io.mintmark.spring.typed;

import org.jspecify.annotations.NullMarked;
