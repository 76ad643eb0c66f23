/** A shop in Spring Boot: users, products, orders, deliveries and invoices, each with its ids. */
@NullMarked
package io.mintmark.example.shop;

import org.jspecify.annotations.NullMarked;
