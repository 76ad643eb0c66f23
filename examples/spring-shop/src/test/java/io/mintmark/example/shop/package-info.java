/** A shop in Spring Boot: users, orders and invoices with three kinds of ids. */
@NullMarked
package io.mintmark.example.shop;

import org.jspecify.annotations.NullMarked;
