/** Redis's protocol, versions 2 and 3: clients in any language count on durable sequences. */
@NullMarked
package io.mintmark.server.resp;

import org.jspecify.annotations.NullMarked;
