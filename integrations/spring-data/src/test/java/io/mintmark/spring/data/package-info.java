/** Tests with Spring Data and databases in memory. */
@NullMarked
package io.mintmark.spring.data;

import org.jspecify.annotations.NullMarked;
