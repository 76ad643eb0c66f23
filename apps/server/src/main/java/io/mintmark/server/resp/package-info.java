/** Redis's protocol, version 2: clients in any language count on durable sequences. */
@NullMarked
package io.mintmark.server.resp;

import org.jspecify.annotations.NullMarked;
