/** A shop with MyBatis-Plus, whose users and orders have ids of their tables' generators. */
@NullMarked
package io.mintmark.example.mybatis;

import org.jspecify.annotations.NullMarked;
