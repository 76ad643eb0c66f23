/**
 * 64-bit ids of time, worker and number, unique by claimed positions whatever the clocks do.
 */
@NullMarked
package io.mintmark.snowflake;

import org.jspecify.annotations.NullMarked;
