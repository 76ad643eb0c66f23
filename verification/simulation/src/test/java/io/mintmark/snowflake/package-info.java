/** What only the package of Snowflakes can open for planted bugs. */
@NullMarked
package io.mintmark.snowflake;

import org.jspecify.annotations.NullMarked;
