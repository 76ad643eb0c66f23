/** Customers, orders and invoices with typed ids, opaque numbers, and numbers without a gap. */
@NullMarked
package io.mintmark.example.billing;

import org.jspecify.annotations.NullMarked;
