package io.mintmark.key;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The route id and the values of variables with which keys are made. */
public final class KeyRequest {

  /** A request for a format without shards and variables. */
  public static final KeyRequest PLAIN = new KeyRequest(Optional.empty(), Map.of());

  private final Optional<String> routeId;
  private final Map<String, String> variables;

  private KeyRequest(Optional<String> routeId, Map<String, String> variables) {
    this.routeId = routeId;
    this.variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /**
   * {@return the id that determines the database and table of the keys' rows; empty for a
   * format without shards}
   */
  public Optional<String> routeId() {
    return routeId;
  }

  /** {@return the values of the variables, by the names of the variables in the format} */
  public Map<String, String> variables() {
    return variables;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyRequest that
        && routeId.equals(that.routeId)
        && variables.equals(that.variables);
  }

  @Override
  public int hashCode() {
    return Objects.hash(routeId, variables);
  }

  @Override
  public String toString() {
    return "KeyRequest[routeId=" + routeId + ", variables=" + variables + "]";
  }

  /**
   * Requests keys for an optional route id and for values of variables.
   *
   * @param routeId the id that the rows belong to; empty for a format without shards
   * @param variables the values of the variables, by the names of the variables in the format
   * @return a request
   */
  public static KeyRequest of(Optional<String> routeId, Map<String, String> variables) {
    return new KeyRequest(
        Objects.requireNonNull(routeId, "routeId"), Objects.requireNonNull(variables, "variables"));
  }

  /**
   * Requests keys for rows whose database and table follow from a route id.
   *
   * @param routeId the id that the rows belong to
   * @return a request
   */
  public static KeyRequest forRoute(String routeId) {
    return new KeyRequest(Optional.of(Objects.requireNonNull(routeId, "routeId")), Map.of());
  }

  /**
   * Adds the value of a variable.
   *
   * @param name the variable's name in the format
   * @param value letters and digits, exactly as many as the variable's width
   * @return a request with this variable
   */
  public KeyRequest with(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    Map<String, String> more = new LinkedHashMap<>(variables);
    more.put(name, value);
    return new KeyRequest(routeId, more);
  }
}
