/**
 * The embedded store: lines in one SQLite file on this host, for one process at a time. Each claim
 * is on the disk before the store answers it. The URL is {@code file:PATH}.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.file.FileStore;
 * import java.nio.file.Path;
 *
 * try (FileStore store = FileStore.open(Path.of("ids"));
 *     Mintmark mint = Mintmark.open(store)) {
 *   System.out.println(mint.sequence("invoices").next());
 * }
 * }</pre>
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.store.file;

import org.jspecify.annotations.NullMarked;
