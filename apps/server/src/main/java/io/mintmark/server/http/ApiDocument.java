package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.json.Json;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The description of the interface for programs, in OpenAPI 3.1. It is made from the routes. The
 * schemas of bodies and replies are a resource of the jar, to which {@link #schema} refers.
 */
final class ApiDocument {

  private static final String SCHEMAS = "schemas.json";

  /** The topics of calls, in display order. */
  private static final Map<String, String> TAGS = new LinkedHashMap<>();

  static {
    TAGS.put("ids", "Make ids, and take them apart.");
    TAGS.put("generators", "The generators of ids.");
    TAGS.put("lines", "For programs that claim positions themselves.");
    TAGS.put("operation", "For administrators of the server.");
    TAGS.put("health", "For programs that watch the server.");
  }

  private ApiDocument() {}

  /** Describes the routes that have an operation. */
  static String of(List<Route> routes) {
    Map<String, List<Route>> byPath = routes.stream()
        .filter(route -> route.operation().isPresent())
        .collect(Collectors.groupingBy(Route::path, LinkedHashMap::new, Collectors.toList()));
    return Json.object(json -> json.put("openapi", "3.1.0")
        .put("info", ApiDocument::info)
        .put("servers", List.of("/"), (server, url) -> server.put("url", url))
        .put(
            "tags",
            List.copyOf(TAGS.entrySet()),
            (tag, entry) -> tag.put("name", entry.getKey()).put("description", entry.getValue()))
        .put(
            "paths",
            paths -> byPath.forEach((path, calls) -> paths.put(
                path,
                item -> calls.forEach(route -> item.put(
                    route.method().toLowerCase(Locale.ROOT), call -> describe(call, route))))))
        .put("components", ApiDocument::components));
  }

  /** Refers to a schema by its name. */
  static Consumer<Json> schema(String name) {
    return json -> json.put("$ref", "#/components/schemas/" + name);
  }

  private static void info(Json json) {
    json.put("title", "Mintmark")
        .put("version", "1")
        .put("summary", "Primary keys for distributed systems.")
        .put(
            "description",
            "Ids and positions of lines are strings. Responses are JSON unless Accept asks for"
                + " another form. Every error is a problem (RFC 9457).")
        .put(
            "license",
            license -> license.put("name", "Apache-2.0").put("identifier", "Apache-2.0"));
  }

  private static void describe(Json json, Route route) {
    route
        .operation()
        .ifPresent(operation -> json.put("operationId", operation.id())
            .put("tags", List.of(operation.tag()))
            .put("summary", operation.summary()));
    if (!route.parameters().isEmpty()) {
      json.put("parameters", route.parameters(), (object, parameter) -> parameter.describe(object));
    }
    route
        .body()
        .ifPresent(body -> json.put(
            "requestBody",
            request -> request
                .put("required", true)
                .put("description", "At most " + body.mostBytes() + " bytes.")
                .put("content", content -> content(content, Route.JSON, body.schema()))));
    json.put(
        "responses",
        responses -> responses
            .put(
                "200",
                done -> done.put("description", route.answer())
                    .put(
                        "content",
                        content -> route
                            .schemas()
                            .forEach((mediaType, name) -> content(content, mediaType, name))))
            .put("default", problem -> problem.put("$ref", "#/components/responses/Problem")));
    json.put("security", ways(route.permission()), ApiDocument::requirement);
  }

  /**
   * Lists the ways to authenticate: with a token that has a scope, or without a token on a server
   * without tokens.
   */
  private static List<Optional<Permission>> ways(Permission permission) {
    return permission == Permission.NONE
        ? List.of(Optional.empty())
        : List.of(Optional.empty(), Optional.of(permission));
  }

  private static void requirement(Json json, Optional<Permission> way) {
    way.ifPresent(permission ->
        json.put("token", permission.scope().stream().map(Scope::word).toList()));
  }

  private static void content(Json json, String mediaType, String schema) {
    json.put(mediaType, form -> form.put("schema", schema(schema)));
  }

  private static void components(Json json) {
    json.put(
            "securitySchemes",
            schemes -> schemes.put(
                "token",
                token -> token
                    .put("type", "http")
                    .put("scheme", "bearer")
                    .put("description", "Needed if the server has tokens.")))
        .put(
            "responses",
            responses -> responses.put(
                "Problem",
                problem -> problem
                    .put("description", "The call failed. The type is the reason.")
                    .put("content", content -> content(content, HttpReply.PROBLEM, "Problem"))))
        .put(
            "schemas",
            schemas -> schemas
                .putAll(read())
                .put(
                    "ProblemType",
                    type -> type.put("description", "The reason, for programs. Types never change.")
                        .put("enum", HttpReply.problemTypes())));
  }

  private static String read() {
    try (@Nullable InputStream in = ApiDocument.class.getResourceAsStream(SCHEMAS)) {
      if (in == null) {
        throw new IllegalStateException(
            Message.of("the server's jar is incomplete: missing={}", SCHEMAS));
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
