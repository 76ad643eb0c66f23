package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.key.KeyRequest;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A request as far as its endpoint needs it.
 *
 * @param route what answers it
 * @param caller the caller
 * @param arguments the variable segments of the path, decoded
 * @param parameters the query, each name once and known to the endpoint
 * @param body what came after the header; empty where none is taken
 * @param wantsText whether plain text was asked for
 * @param known the tags of the answers that the client has already, as it listed them, or empty
 * @param delivery how the answer is sent
 * @param isLast whether the connection ends with the answer
 */
record HttpCall(
    Routes.Route route,
    Principal caller,
    List<String> arguments,
    Map<String, String> parameters,
    String body,
    boolean wantsText,
    String known,
    Delivery delivery,
    boolean isLast) {

  /** Answers a request, now or later; may fail with the exceptions that {@code Problem} knows. */
  @FunctionalInterface
  interface Endpoint {
    CompletableFuture<HttpReply> answer(HttpCall call);

    /** One that answers when it is asked. */
    static Endpoint now(Function<HttpCall, HttpReply> endpoint) {
      return call -> CompletableFuture.completedFuture(endpoint.apply(call));
    }
  }

  /** A call whose answer is known already. */
  static HttpCall answered(HttpReply reply, Delivery delivery, boolean last) {
    return new HttpCall(
        Routes.Route.to(Endpoint.now(call -> reply)),
        Principal.NOBODY,
        List.of(),
        Map.of(),
        "",
        false,
        "",
        delivery,
        last);
  }

  HttpCall withBody(String text) {
    return new HttpCall(
        route, caller, arguments, parameters, text, wantsText, known, delivery, isLast);
  }

  HttpCall by(Principal other) {
    return new HttpCall(
        route, other, arguments, parameters, body, wantsText, known, delivery, isLast);
  }

  /** The same, from a caller that is let through. */
  HttpCall admitted() {
    Permission permission = route.permission();
    caller.admit(permission, permission.isForGenerators() ? arguments : List.of(), ids());
    return this;
  }

  /** How many ids it makes, or 1 if it makes none. */
  int ids() {
    return route.permission() == Permission.NEXT ? count() : 1;
  }

  String argument() {
    return arguments.get(0);
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  String required(String name) {
    return parameter(name)
        .orElseThrow(() -> new IllegalArgumentException("a parameter is missing: " + name));
  }

  long number(String name) {
    return number(name, required(name));
  }

  int count() {
    long count = parameter("count").map(text -> number("count", text)).orElse(1L);
    if (count != (int) count) {
      throw new IllegalArgumentException(
          Message.of("the count does not fit 32 bits: count={}", count));
    }
    return (int) count;
  }

  /** What keys are made for: {@code route=user-42}, {@code var=tenant:ACME,channel:WEB}. */
  KeyRequest keyRequest() {
    KeyRequest request = parameter("route").map(KeyRequest::forRoute).orElse(KeyRequest.PLAIN);
    for (String pair : parameter("var").map(text -> text.split(",", -1)).orElse(new String[0])) {
      int colon = pair.indexOf(':');
      if (colon < 1) {
        throw new IllegalArgumentException(
            Message.of("not variables such as tenant:ACME,channel:WEB: var={}", pair));
      }
      String name = pair.substring(0, colon);
      if (request.variables().containsKey(name)) {
        throw new IllegalArgumentException(
            Message.of("the variable is given twice: variable={}", name));
      }
      request = request.with(name, pair.substring(colon + 1));
    }
    return request;
  }

  /** What is wrong with a body. */
  static IllegalArgumentException wrongBody(String what) {
    return new IllegalArgumentException("the body is wrong: " + what);
  }

  static long number(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(Message.of("not a whole number: {}={}", name, text), e);
    }
  }
}
