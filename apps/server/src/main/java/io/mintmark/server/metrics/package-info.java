/** The metrics that a monitoring system reads from a server. */
@NullMarked
package io.mintmark.server.metrics;

import org.jspecify.annotations.NullMarked;
