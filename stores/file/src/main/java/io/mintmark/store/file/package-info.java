/** The embedded store: lines in one SQLite file, for one process, durable before it answers. */
@NullMarked
package io.mintmark.store.file;

import org.jspecify.annotations.NullMarked;
