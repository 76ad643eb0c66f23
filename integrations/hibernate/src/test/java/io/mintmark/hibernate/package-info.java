/** Tests with real Hibernate and databases in memory. */
@NullMarked
package io.mintmark.hibernate;

import org.jspecify.annotations.NullMarked;
