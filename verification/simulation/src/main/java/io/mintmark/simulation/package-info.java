/**
 * Many processes and one store on simulated time, made from a seed, and checks of every promise;
 * see {@link io.mintmark.simulation.Run}.
 */
@NullMarked
package io.mintmark.simulation;

import org.jspecify.annotations.NullMarked;
