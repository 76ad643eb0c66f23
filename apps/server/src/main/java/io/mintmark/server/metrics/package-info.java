/** What a monitoring system reads of a server. */
@NullMarked
package io.mintmark.server.metrics;

import org.jspecify.annotations.NullMarked;
