/** Tests on Hibernate itself, over databases in memory. */
@NullMarked
package io.mintmark.hibernate;

import org.jspecify.annotations.NullMarked;
