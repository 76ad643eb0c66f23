package io.mintmark.server.http;

import io.mintmark.json.Json;
import java.util.function.Consumer;

/**
 * A part of a route's path, its query or its header that a caller fills in.
 *
 * @param name in the path's braces, in the query or in the header
 * @param place where it stands, and whether it may be missing there
 * @param description says in a sentence what it is
 * @param schema writes the members {@code schema} and {@code example} of its description
 */
record Parameter(String name, Place place, String description, Consumer<Json> schema) {

  /** Where a parameter stands. */
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
   * A parameter of the query that each call has.
   *
   * @param schema the name of one of {@link ApiDocument}'s schemas that is a text
   */
  static Parameter query(String name, String schema, String example, String description) {
    return new Parameter(name, Place.QUERY, description, text(schema, example));
  }

  /** A whole number in the query that a call may leave out, and what it is then. */
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

  /** A field of the header that a call may leave out. */
  static Parameter header(String name, String example, String description) {
    return new Parameter(name, Place.HEADER_IF_WANTED, description, text("Text", example));
  }

  /** The same parameter where a call may leave it out. */
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

  /** Writes the parameter as OpenAPI has it. */
  void describe(Json json) {
    json.put("name", name)
        .put("in", isInPath() ? "path" : isInQuery() ? "query" : "header")
        .put("required", place == Place.PATH || place == Place.QUERY)
        .put("description", description);
    schema.accept(json);
  }
}
