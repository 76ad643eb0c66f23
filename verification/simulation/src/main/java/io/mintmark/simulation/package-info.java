/**
 * A world of many processes and one store on simulated time, made from a seed, and what may never
 * be seen in it; see {@link io.mintmark.simulation.World}.
 */
@NullMarked
package io.mintmark.simulation;

import org.jspecify.annotations.NullMarked;
