/** Ids of MyBatis-Plus' entities, by the table that they are for. */
@NullMarked
package io.mintmark.mybatisplus;

import org.jspecify.annotations.NullMarked;
