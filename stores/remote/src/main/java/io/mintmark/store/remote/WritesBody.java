package io.mintmark.store.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.mintmark.store.engine.Write;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The JSON body of a request that writes to several lines. */
final class WritesBody {

  /** Escapes half surrogate pairs too, which UTF-8 cannot encode. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private WritesBody() {}

  static byte[] of(List<Write> batch) {
    StringWriter body = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(body)) {
      json.writeStartObject();
      json.writeArrayFieldStart("writes");
      for (Write write : batch) {
        json.writeStartObject();
        put(json, write);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("no JSON of the writes: count=" + batch.size(), e);
    }
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Writes positions as strings, as the server does. */
  private static void put(JsonGenerator json, Write write) throws IOException {
    json.writeStringField("line", write.line());
    if (write instanceof Write.Claim claim) {
      json.writeStringField("atLeast", Long.toString(claim.atLeast()));
      json.writeStringField("count", Long.toString(claim.count()));
    } else if (write instanceof Write.CompareAndSet move) {
      json.writeStringField("expected", Long.toString(move.expected()));
      json.writeStringField("next", Long.toString(move.next()));
    } else {
      json.writeStringField("note", ((Write.Note) write).text());
    }
  }
}
