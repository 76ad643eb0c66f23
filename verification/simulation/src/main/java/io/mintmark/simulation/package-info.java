/**
 * Simulates many processes and one store with simulated time, from a seed, and checks every
 * promise; see {@link io.mintmark.simulation.Run}.
 */
@NullMarked
package io.mintmark.simulation;

import org.jspecify.annotations.NullMarked;
