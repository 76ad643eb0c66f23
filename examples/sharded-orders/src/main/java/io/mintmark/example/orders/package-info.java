/** An application with sharded users and orders. Each key contains the shard of its row. */
@NullMarked
package io.mintmark.example.orders;

import org.jspecify.annotations.NullMarked;
