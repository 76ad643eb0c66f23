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
 * A request as far as its endpoint needs it.
 *
 * @param route what answers it
 * @param caller the caller
 * @param arguments the variable segments of the path, decoded
 * @param parameters those of the query and of the header, known to the endpoint
 * @param ids how many ids it makes; 1 if it makes none
 * @param body what came after the header; empty where none is taken
 * @param wantsText whether plain text was asked for
 * @param known the tags of the answers that the client has already, as it listed them, or empty
 * @param delivery how the answer is sent
 * @param isLast whether the connection ends with the answer
 */
record HttpCall(
    Route route,
    Principal caller,
    List<String> arguments,
    Map<String, String> parameters,
    int ids,
    String body,
    boolean wantsText,
    String known,
    Delivery delivery,
    boolean isLast) {

  /** Answers a request, now or later; may fail with the exceptions that {@code Problem} knows. */
  @FunctionalInterface
  interface Endpoint {
    CompletableFuture<HttpReply> answer(HttpCall call);
  }

  /** A call whose answer is known already. */
  static HttpCall answered(HttpReply reply, Delivery delivery, boolean last) {
    return new HttpCall(
        Route.always(reply),
        Principal.NOBODY,
        List.of(),
        Map.of(),
        1,
        "",
        false,
        "",
        delivery,
        last);
  }

  HttpCall withBody(String text) {
    return new HttpCall(
        route, caller, arguments, parameters, ids, text, wantsText, known, delivery, isLast);
  }

  /** The same, from another caller; itself, if the caller is the same too. */
  HttpCall by(Principal other) {
    return other.equals(caller)
        ? this
        : new HttpCall(
            route, other, arguments, parameters, ids, body, wantsText, known, delivery, isLast);
  }

  /** The same, from a caller that is let through. */
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

  /** What is wrong with a body. */
  static IllegalArgumentException wrongBody(String what) {
    return new IllegalArgumentException("the body is wrong: " + what);
  }

  static long number(String name, String text) {
    try {
      return WholeNumber.parse(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(Message.of("not a whole number: {}={}", name, text), e);
    }
  }
}
