package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request in the form in which its endpoint receives it.
 *
 * @param route the route that answers it
 * @param caller the caller
 * @param arguments the variable segments of the path, decoded
 * @param query the parameters of the query
 * @param ids its cost: how many ids it makes; a call that makes no ids costs 1
 * @param headers the fields of the header
 * @param mediaType the type of the reply that the client prefers
 * @param body the request's body; empty if the call accepts none
 */
record HttpCall(
    Route route,
    Principal caller,
    List<String> arguments,
    Map<String, String> query,
    int ids,
    MultiMap headers,
    String mediaType,
    String body) {

  HttpCall withBody(String text) {
    return new HttpCall(route, caller, arguments, query, ids, headers, mediaType, text);
  }

  /** Returns this call if its caller is permitted to make it. */
  HttpCall admitted() {
    Permission permission = route.permission();
    caller.admit(permission, permission.isForGenerators() ? arguments : List.of(), ids);
    return this;
  }

  String argument() {
    return arguments.get(0);
  }

  boolean wantsText() {
    return mediaType.equals(Route.TEXT);
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /** Returns a field of the header. Several lines of it are one list (RFC 9110, section 5.3). */
  Optional<String> header(String name) {
    return headers.contains(name)
        ? Optional.of(String.join(",", headers.getAll(name)))
        : Optional.empty();
  }

  String required(String parameter) {
    return parameter(parameter)
        .orElseThrow(() -> new IllegalArgumentException("a parameter is missing: " + parameter));
  }

  long number(String parameter) {
    return number(parameter, required(parameter));
  }

  /** Makes the exception for a faulty body. */
  static IllegalArgumentException wrongBody(String what) {
    return new IllegalArgumentException("the body is wrong: " + what);
  }

  static long number(String name, String text) {
    try {
      return WholeNumber.parse(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(Message.of("{}: {}={}", e.getMessage(), name, text), e);
    }
  }
}
