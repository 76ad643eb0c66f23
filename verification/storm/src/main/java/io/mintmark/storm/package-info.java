/** Injects faults, in an order that a seed determines, into real processes, servers and engines. */
@NullMarked
package io.mintmark.storm;

import org.jspecify.annotations.NullMarked;
