package io.mintmark.shardingsphere;

import io.mintmark.error.Message;
import io.mintmark.key.KeyRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says for whom the rows are that this thread inserts, as ShardingSphere tells a key generator the
 * table's name only. Keys with shards are made for that route id, and so lie in its shard.
 *
 * <pre>{@code
 * try (MintmarkRoute route = MintmarkRoute.forId("user-42")) {
 *   statement.executeUpdate("INSERT INTO t_order (user_id) VALUES ('user-42')");
 * }
 * }</pre>
 *
 * <p>Holds for the thread that opened it, until it is closed; one opened within another hides it
 * for that long. All rows of one statement are for one route id. Generators without shards take no
 * notice of it.
 */
public final class MintmarkRoute implements AutoCloseable {

  private static final ThreadLocal<@Nullable MintmarkRoute> CURRENT = new ThreadLocal<>();

  private final KeyRequest request;
  private final @Nullable MintmarkRoute outer = CURRENT.get();

  private MintmarkRoute(KeyRequest request) {
    this.request = request;
  }

  /**
   * Opens one for an id.
   *
   * @param routeId another id, a user's outside id: any text that is not blank
   * @return to be closed by this thread
   */
  public static MintmarkRoute forId(String routeId) {
    return of(KeyRequest.forRoute(routeId));
  }

  /**
   * Opens one that also gives the variables of a format.
   *
   * @param request a route id, variables, or both; a format takes the variables that it has
   * @return to be closed by this thread
   */
  public static MintmarkRoute of(KeyRequest request) {
    MintmarkRoute opened = new MintmarkRoute(request);
    CURRENT.set(opened);
    return opened;
  }

  /** What this thread's rows are for, if it said so. */
  static Optional<KeyRequest> current() {
    return Optional.ofNullable(CURRENT.get()).map(open -> open.request);
  }

  /**
   * Ends it; the one around it holds again.
   *
   * @throws IllegalStateException if this thread did not open it, or one within is still open, or
   *     it is closed already
   */
  @Override
  public void close() {
    if (CURRENT.get() != this) {
      throw new IllegalStateException(Message.of(
          "the route is closed twice, by another thread, or before those within it: route={}",
          request.routeId().orElse("none")));
    }
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
