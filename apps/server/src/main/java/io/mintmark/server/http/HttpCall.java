package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A request in the form in which its endpoint receives it.
 *
 * @param route the route that answers it
 * @param caller the caller
 * @param arguments the variable segments of the path, decoded
 * @param parameters the parameters of the query and of the header that the endpoint knows
 * @param ids its cost: how many ids it makes; a call that makes no ids costs 1
 * @param body the request's body; empty if the call accepts none
 * @param wantsText whether the client prefers plain text
 * @param known the tags of the replies that the client already has, as it listed them, or empty
 */
record HttpCall(
    Route route,
    Principal caller,
    List<String> arguments,
    Map<String, String> parameters,
    int ids,
    String body,
    boolean wantsText,
    String known) {

  /**
   * Answers a request, now or later. May fail with the exceptions that {@code Problem} can
   * describe.
   */
  @FunctionalInterface
  interface Endpoint {
    CompletableFuture<HttpReply> answer(HttpCall call);
  }

  HttpCall withBody(String text) {
    return new HttpCall(route, caller, arguments, parameters, ids, text, wantsText, known);
  }

  /** Returns this call if its caller is permitted to make it. */
  HttpCall admitted() {
    Permission permission = route.permission();
    caller.admit(permission, permission.isForGenerators() ? arguments : List.of(), ids, 1);
    return this;
  }

  String argument() {
    return arguments.get(0);
  }

  Optional<String> parameter(Parameter parameter) {
    return Optional.ofNullable(parameters.get(parameter.name()));
  }

  String required(Parameter parameter) {
    return parameter(parameter)
        .orElseThrow(
            () -> new IllegalArgumentException("a parameter is missing: " + parameter.name()));
  }

  long number(Parameter parameter) {
    return number(parameter.name(), required(parameter));
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
