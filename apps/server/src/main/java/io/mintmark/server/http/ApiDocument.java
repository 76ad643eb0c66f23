package io.mintmark.server.http;

import io.mintmark.error.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The description of the interface for programs, in OpenAPI 3.1. */
final class ApiDocument {

  private static final String RESOURCE = "openapi.json";

  private ApiDocument() {}

  /** Reads it as it is in the jar. */
  static String read() {
    try (@Nullable InputStream in = ApiDocument.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            Message.of("the server's jar is not whole: missing={}", RESOURCE));
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
