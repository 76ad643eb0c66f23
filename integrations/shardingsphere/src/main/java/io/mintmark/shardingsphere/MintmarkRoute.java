package io.mintmark.shardingsphere;

import io.mintmark.error.Message;
import io.mintmark.key.KeyRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The route id of the rows that this thread inserts. ShardingSphere passes only the table's name to
 * a key generator, so the application opens a route around the insert. Keys with shards are made
 * for this route id, so their rows belong to the route id's shard.
 *
 * <pre>{@code
 * try (MintmarkRoute route = MintmarkRoute.forId("user-42")) {
 *   statement.executeUpdate("INSERT INTO t_order (user_id) VALUES ('user-42')");
 * }
 * }</pre>
 *
 * <p>A route is valid in the thread that opened it, until it is closed. A route that is opened
 * inside another hides the outer route until the inner route is closed. All rows of one statement
 * share a route id. Generators without shards ignore the route.
 */
public final class MintmarkRoute implements AutoCloseable {

  private static final ThreadLocal<@Nullable MintmarkRoute> CURRENT = new ThreadLocal<>();

  private final KeyRequest request;
  private final @Nullable MintmarkRoute outer = CURRENT.get();

  private MintmarkRoute(KeyRequest request) {
    this.request = request;
  }

  /**
   * Opens a route for an id.
   *
   * @param routeId the route id, for example a user's id: any text that is not blank
   * @return the route, which this thread must close
   */
  public static MintmarkRoute forId(String routeId) {
    return of(KeyRequest.forRoute(routeId));
  }

  /**
   * Opens a route that also provides the variables of a format.
   *
   * @param request a route id, variables, or both; a format uses the variables that it contains
   * @return the route, which this thread must close
   */
  public static MintmarkRoute of(KeyRequest request) {
    MintmarkRoute opened = new MintmarkRoute(request);
    CURRENT.set(opened);
    return opened;
  }

  /** Returns the request of this thread's open route, if there is one. */
  static Optional<KeyRequest> current() {
    return Optional.ofNullable(CURRENT.get()).map(open -> open.request);
  }

  /**
   * Ends this route; the route around it becomes valid again.
   *
   * @throws IllegalStateException if another thread opened this route, a route inside it is still
   *     open, or it is already closed
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
