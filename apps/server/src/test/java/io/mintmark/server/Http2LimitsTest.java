package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the limits of the memory that an HTTP/2 client can use besides requests and replies. */
@Tag("long")
class Http2LimitsTest {

  private static final int PINGS = 600;
  private static final short HEADER_TABLE_SIZE = 1;
  private static final int FRAME_SIZE_ERROR = 6;

  /** More headers than the table of 4,096 bytes that a client may expect has room for. */
  private static final int REQUESTS = 300;

  private final InProcess server = new InProcess(Config.standard());

  @AfterEach
  void stop() {
    server.close();
  }

  private static byte[] pings() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < PINGS; i++) {
      all.writeBytes(Http2Client.frame(Http2Client.PING, 0, 0, new byte[8]));
    }
    return all.toByteArray();
  }

  @Test
  void pings_clientReading_areAlwaysAnswered() throws IOException {
    try (Http2Client client = new Http2Client(server.http())) {
      client.send(pings());
      for (int i = 0; i < PINGS; i++) {
        assertThat(client.read().type()).isEqualTo(Http2Client.PING);
      }
    }
  }

  @Test
  void goAway_protocolError_isSent() throws IOException {
    try (Http2Client client = new Http2Client(server.http())) {
      client.ask(1, "GET", "/health/live");
      client.ask(3, "GET", "/health/live");
      client.send(Http2Client.frame(Http2Client.PING, 0, 0, new byte[7]));

      assertThat(client.read(Http2Client.GOAWAY).secondNumber()).isEqualTo(FRAME_SIZE_ERROR);
    }
  }

  /** The server keeps headers that it has sent in a table of the size that the client chooses. */
  @Test
  void headerTable_anySizeAllowed_staysSmall() throws IOException {
    byte[] setting = ByteBuffer.allocate(6)
        .putShort(HEADER_TABLE_SIZE)
        .putInt(Integer.MAX_VALUE)
        .array();
    try (Http2Client client = new Http2Client(server.http())) {
      client.send(Http2Client.frame(Http2Client.SETTINGS, 0, 0, setting));
      int whole = Http2Client.END_HEADERS | Http2Client.END_STREAM;
      int first = 0;
      for (int i = 0; i < REQUESTS; i++) {
        byte[] ask = Http2Client.headers("GET", "/health/live", "x-request-id", "id" + i);
        client.send(Http2Client.frame(Http2Client.HEADERS, whole, 2 * i + 1, ask));
        first = i == 0 ? client.read(Http2Client.HEADERS).payload().remaining() : first;
        var unused = i == 0 ? null : client.read(Http2Client.HEADERS);
      }
      byte[] again = Http2Client.headers("GET", "/health/live", "x-request-id", "id0");
      client.send(Http2Client.frame(Http2Client.HEADERS, whole, 2 * REQUESTS + 1, again));

      // The id of the first request is no longer known, so it is sent as text again.
      assertThat(client.read(Http2Client.HEADERS).payload().remaining()).isGreaterThan(3 + 4);
      assertThat(first).isPositive();
    }
  }
}
