/** Lines in a table of PostgreSQL, MariaDB or MySQL, on connections of the store's own. */
@NullMarked
package io.mintmark.store.jdbc;

import org.jspecify.annotations.NullMarked;
