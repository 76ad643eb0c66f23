/**
 * A shop in Spring Boot. Users, products, orders, deliveries and invoices have different kinds of
 * ids.
 */
@NullMarked
package io.mintmark.example.shop;

import org.jspecify.annotations.NullMarked;
