/**
 * A day in the life of a service: what an operations team does to it, and what befalls it, under
 * load.
 */
@NullMarked
package io.mintmark.faults.day;

import org.jspecify.annotations.NullMarked;
