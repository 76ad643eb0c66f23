/**
 * The Redis protocol, versions 2 and 3: clients in any language draw numbers from durable
 * sequences.
 */
@NullMarked
package io.mintmark.server.resp;

import org.jspecify.annotations.NullMarked;
