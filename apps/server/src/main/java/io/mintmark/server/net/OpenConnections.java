package io.mintmark.server.net;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All open connections, to be looked at and ended by an administrator. Thread-safe.
 *
 * <p>What is known of a connection belongs to its event loop, so each loop is asked for its own:
 * requests pay nothing for that they could be looked at.
 */
public final class OpenConnections {

  private static final OpenConnection NONE =
      new OpenConnection(0, "", "", "", 0, 0, ConnectedClient.UNKNOWN);

  private final List<Collection<Channel>> all;

  /**
   * Shows connections.
   *
   * @param all those that are open when it is asked; others, such as streams, are left out
   */
  public OpenConnections(Collection<Channel> all) {
    this(List.of(all));
  }

  private OpenConnections(List<Collection<Channel>> all) {
    this.all = all;
  }

  /** Shows these and those of another port. */
  public OpenConnections and(OpenConnections others) {
    return new OpenConnections(Stream.concat(all.stream(), others.all.stream()).toList());
  }

  /** Describes all, in the order in which they came. */
  public CompletableFuture<List<OpenConnection>> list() {
    return eachOf(each -> true, slot -> {});
  }

  /**
   * Ends some: each answers what it has read and closes, and after a second it is cut off.
   *
   * @param which those to end
   * @return those that were
   */
  public CompletableFuture<List<OpenConnection>> end(Predicate<OpenConnection> which) {
    return eachOf(which, ConnectionSlot::end);
  }

  /**
   * Describes the connection of a channel, or of one of its streams. Only its event loop may ask. A
   * channel that did not come to a port has the number 0.
   */
  public static OpenConnection of(Channel channel) {
    @Nullable ConnectionSlot slot = ConnectionSlot.of(channel);
    return slot == null ? NONE : slot.describe();
  }

  /** Has a protocol say who is at the other end of a connection. Its event loop will ask. */
  public static void describe(Channel channel, Supplier<ConnectedClient> client) {
    @Nullable ConnectionSlot slot = ConnectionSlot.of(channel);
    if (slot != null) {
      slot.isOf(client);
    }
  }

  private CompletableFuture<List<OpenConnection>> eachOf(
      Predicate<OpenConnection> which, Consumer<ConnectionSlot> then) {
    Map<EventLoop, List<ConnectionSlot>> byLoop = all.stream()
        .flatMap(Collection::stream)
        .flatMap(channel -> Stream.ofNullable(ConnectionSlot.of(channel)))
        .collect(Collectors.groupingBy(ConnectionSlot::eventLoop));
    List<CompletableFuture<List<OpenConnection>>> parts = new ArrayList<>();
    byLoop.forEach((loop, slots) -> parts.add(CompletableFuture.supplyAsync(
        () -> slots.stream().flatMap(slot -> found(slot, which, then)).toList(), loop)));
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenApply(done -> parts.stream()
            .flatMap(part -> part.join().stream())
            .sorted(Comparator.comparingLong(OpenConnection::id))
            .toList());
  }

  private static Stream<OpenConnection> found(
      ConnectionSlot slot, Predicate<OpenConnection> which, Consumer<ConnectionSlot> then) {
    OpenConnection found = slot.describe();
    if (slot.isEnding() || !which.test(found)) {
      return Stream.empty();
    }
    then.accept(slot);
    return Stream.of(found);
  }
}
