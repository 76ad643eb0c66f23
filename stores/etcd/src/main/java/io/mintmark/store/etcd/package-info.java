/** Lines in etcd, one key a line, changed by transactions on what they held. */
@NullMarked
package io.mintmark.store.etcd;

import org.jspecify.annotations.NullMarked;
