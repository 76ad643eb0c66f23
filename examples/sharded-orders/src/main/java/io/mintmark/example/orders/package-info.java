/** An application with sharded users and orders, whose keys say where their rows lie. */
@NullMarked
package io.mintmark.example.orders;

import org.jspecify.annotations.NullMarked;
