package io.mintmark.server.http;

import io.mintmark.json.Json;
import java.util.function.Consumer;

/**
 * A part of a route's path, its query or its header that a caller fills in.
 *
 * @param name its name in the path's braces, in the query or in the header
 * @param place whether it is in the path, the query or the header, and whether it may be missing
 * @param description its meaning, in a sentence
 * @param schema writes the members {@code schema} and {@code example} of its description
 */
record Parameter(String name, Place place, String description, Consumer<Json> schema) {

  /** The place of a parameter. */
  enum Place {
    PATH,
    QUERY,
    QUERY_IF_WANTED,
    HEADER_IF_WANTED
  }

  /** A segment of the path. */
  static Parameter path(String name, String example, String description) {
    return new Parameter(name, Place.PATH, description, text("Text", example));
  }

  /**
   * A required parameter of the query.
   *
   * @param schema the name of a schema in {@link ApiDocument} that is a text
   */
  static Parameter query(String name, String schema, String example, String description) {
    return new Parameter(name, Place.QUERY, description, text(schema, example));
  }

  /** An optional whole number in the query, with a default. */
  static Parameter number(
      String name, int least, int most, int otherwise, int example, String description) {
    return new Parameter(
        name,
        Place.QUERY_IF_WANTED,
        description,
        json -> json.put(
                "schema",
                schema -> schema
                    .put("type", "integer")
                    .put("format", "int32")
                    .put("minimum", least)
                    .put("maximum", most)
                    .put("default", otherwise))
            .put("example", example));
  }

  /** An optional header field. */
  static Parameter header(String name, String example, String description) {
    return new Parameter(name, Place.HEADER_IF_WANTED, description, text("Text", example));
  }

  /** Returns the same parameter, but optional. */
  Parameter ifWanted() {
    return new Parameter(name, Place.QUERY_IF_WANTED, description, schema);
  }

  private static Consumer<Json> text(String schema, String example) {
    return json -> json.put("schema", ApiDocument.schema(schema)).put("example", example);
  }

  boolean isInPath() {
    return place == Place.PATH;
  }

  boolean isInQuery() {
    return place == Place.QUERY || place == Place.QUERY_IF_WANTED;
  }

  boolean isInHeader() {
    return place == Place.HEADER_IF_WANTED;
  }

  /** Writes the parameter in OpenAPI's form. */
  void describe(Json json) {
    json.put("name", name)
        .put("in", isInPath() ? "path" : isInQuery() ? "query" : "header")
        .put("required", place == Place.PATH || place == Place.QUERY)
        .put("description", description);
    schema.accept(json);
  }
}
