/** Tests of the shop in Spring Boot. */
@NullMarked
package io.mintmark.example.shop;

import org.jspecify.annotations.NullMarked;
