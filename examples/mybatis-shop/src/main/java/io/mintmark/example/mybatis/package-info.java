/** A shop with MyBatis-Plus. Each table has its own generator for the ids of users or orders. */
@NullMarked
package io.mintmark.example.mybatis;

import org.jspecify.annotations.NullMarked;
