package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidGenerator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A generator's ids as values of an entity's field: numbers in a {@code long} or {@code Long},
 * UUIDs in a {@link UUID}, TypeIDs in a {@link TypeId}, and every id as text in a {@code String}.
 * For frameworks that fill such fields. Thread-safe.
 */
public final class FieldIds {

  private static final Long UNSET = 0L;

  private final Class<?> type;
  private final Generator generator;

  private FieldIds(Class<?> type, Generator generator) {
    this.type = type;
    this.generator = generator;
  }

  /**
   * Checks that a generator's ids fit a field.
   *
   * @param type the field's type
   * @param generator makes the ids
   * @param routed whether each id is made for a route id
   * @param faults receives a message for each mismatch
   * @return the field's ids; usable only if there is no fault
   */
  public static FieldIds of(
      Class<?> type, Generator generator, boolean routed, List<String> faults) {
    List<Class<?>> fitting = fitting(generator);
    if (!fitting.contains(type)) {
      faults.add(Message.of(
          "the type cannot hold this generator's ids: type={}, generator={}, kind={}{}; use {}",
          type.getName(),
          generator.name(),
          generator.kind(),
          generator instanceof PrefixedIds prefixed ? ", prefix=" + prefixed.prefix() : "",
          String.join(" or ", fitting.stream().map(Class::getSimpleName).toList())));
    }
    boolean needed = generator instanceof KeyGenerator keys && keys.isRouted();
    if (needed && !routed) {
      faults.add(Message.of(
          "keys with shards are made for a route id, and the annotation names no property for it:"
              + " generator={}; add route = \"PROPERTY\"",
          generator.name()));
    } else if (!needed && routed) {
      faults.add(Message.of(
          "ids without shards have no route: generator={}, kind={}; leave the route out",
          generator.name(),
          generator.kind()));
    }
    if (generator instanceof KeyGenerator keys && !keys.format().variables().isEmpty()) {
      faults.add(Message.of(
          "the format has variables, which cannot be set here: format='{}'; make such keys in"
              + " the application",
          keys.format()));
    }
    return new FieldIds(type, generator);
  }

  private static List<Class<?>> fitting(Generator generator) {
    if (generator instanceof LongGenerator) {
      return List.of(long.class, Long.class, String.class);
    }
    if (generator instanceof PrefixedIds && generator.kind().equals("typeid")) {
      return List.of(TypeId.class, String.class);
    }
    return generator instanceof UuidGenerator
        ? List.of(UUID.class, String.class)
        : List.of(String.class);
  }

  /**
   * Finds an open generator.
   *
   * @param mint holds the open generators
   * @param name the generator's name
   * @param place where the name is written, for the start of the message
   * @return the generator
   * @throws ConfigurationException if no open generator has this name; the message suggests a
   *     similar name or lists the known names
   */
  public static Generator find(Mintmark mint, String name, String place) {
    return mint.find(name)
        .orElseThrow(
            () -> unknown(name, mint.generators().stream().map(Generator::name).toList(), place));
  }

  /**
   * Builds the exception for an unknown generator name.
   *
   * @param name the name
   * @param known the names of the generators that exist
   * @param place where the name is written, for the start of the message
   * @return the exception to throw
   */
  public static ConfigurationException unknown(String name, List<String> known, String place) {
    String hint = NearMiss.hint(name, known, "there are " + known);
    return new ConfigurationException(
        place, Message.of("no generator has this name: name={}; {}", name, hint));
  }

  /**
   * Returns whether a field still needs an id.
   *
   * @param value the field's value
   * @return whether it is null; for a {@code long}, whether it is 0
   */
  public boolean isMissing(@Nullable Object value) {
    return value == null || (type.isPrimitive() && UNSET.equals(value));
  }

  /**
   * Makes an id.
   *
   * @param routeId the route id of a key with shards; empty for all other ids
   * @return the field's value
   * @throws io.mintmark.error.MintmarkException if no id could be made
   * @throws IllegalArgumentException if the route id is not valid
   */
  public Object next(Optional<String> routeId) {
    return nextBatch(routeId, 1).get(0);
  }

  /**
   * Makes ids as {@link #next} does, in one batch.
   *
   * @param routeId the route id of keys with shards; empty for all other ids
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return the fields' values, in the order in which they were made
   * @throws io.mintmark.error.MintmarkException if not all ids could be made
   * @throws IllegalArgumentException if the route id or the count is not valid
   */
  public List<?> nextBatch(Optional<String> routeId, int count) {
    List<String> texts = generator instanceof KeyGenerator keys
        ? keys.nextBatchFor(request(routeId), count)
        : generator.nextTextBatch(count);
    return texts.stream().map(this::value).toList();
  }

  /**
   * Makes an id as {@link #next} does, and never blocks the caller; see
   * {@link LongGenerator#nextBatchAsync}.
   *
   * @param routeId the route id of a key with shards; empty for all other ids
   * @return a future of the field's value
   * @throws IllegalArgumentException if the route id is not valid
   */
  public CompletableFuture<?> nextAsync(Optional<String> routeId) {
    CompletableFuture<List<String>> texts = generator instanceof KeyGenerator keys
        ? keys.nextBatchForAsync(request(routeId), 1)
        : generator.nextTextBatchAsync(1);
    return texts.thenApply(ids -> value(ids.get(0)));
  }

  /** Returns an id as a value of the field. Its text is made first, which is fast for an insert. */
  private Object value(String id) {
    if (type == String.class || type == TypeId.class) {
      return type == String.class ? id : TypeId.parse(id);
    }
    return type == UUID.class ? UUID.fromString(id) : (Object) Long.valueOf(id);
  }

  private static KeyRequest request(Optional<String> routeId) {
    return routeId.map(KeyRequest::forRoute).orElse(KeyRequest.PLAIN);
  }
}
