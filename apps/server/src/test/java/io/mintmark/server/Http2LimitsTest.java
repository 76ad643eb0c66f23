package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the limits of the memory that an HTTP/2 client can use besides requests and replies. */
@Tag("long")
class Http2LimitsTest {

  private static final int PINGS = 600;
  private static final short HEADER_TABLE_SIZE = 1;

  private final InProcess server = new InProcess(Config.standard());
  private final PausableClient client = new PausableClient();
  private final EmbeddedChannel channel = Wire.channel(client);

  @AfterEach
  void stop() {
    channel.finishAndReleaseAll();
    server.close();
  }

  private void connect() {
    server.http().addTo(channel.pipeline());
    channel.pipeline().fireChannelActive();
    send(Http2Client.greeting());
  }

  private void send(byte[] bytes) {
    if (channel.isOpen()) {
      channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    }
  }

  private String received() {
    StringBuilder all = new StringBuilder();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      all.append(next.toString(ISO_8859_1));
      next.release();
    }
    return all.toString();
  }

  private void ping(int times) {
    for (int i = 0; i < times; i++) {
      send(Http2Client.frame(Http2Client.PING, 0, 0, new byte[8]));
    }
  }

  @Test
  void pings_clientReading_areAlwaysAnswered() {
    connect();
    ping(PINGS);

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void pings_clientNotReading_closeTheConnection() {
    connect();
    client.reads(false);
    ping(PINGS);

    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void goAway_protocolError_namesTheLastStreamRead() {
    connect();
    int whole = Http2Client.END_HEADERS | Http2Client.END_STREAM;
    byte[] ask = Http2Client.headers("GET", "/health/live");
    send(Http2Client.frame(Http2Client.HEADERS, whole, 1, ask));
    send(Http2Client.frame(Http2Client.HEADERS, whole, 3, ask));
    String unusedBefore = received();
    send(Http2Client.frame(Http2Client.PING, 0, 0, new byte[7]));

    ByteBuffer bytes = ByteBuffer.wrap(received().getBytes(ISO_8859_1));
    assertThat(bytes.getInt(0) & 0xff).isEqualTo(Http2Client.GOAWAY);
    assertThat(bytes.getInt(9)).isEqualTo(3);
  }

  @Test
  void contentLengths_largeHeaderTableAllowed_areNotIndexed() {
    connect();
    byte[] setting = ByteBuffer.allocate(6)
        .putShort(HEADER_TABLE_SIZE)
        .putInt(Integer.MAX_VALUE)
        .array();
    send(Http2Client.frame(Http2Client.SETTINGS, 0, 0, setting));
    byte[] ask = Http2Client.headers("GET", "/v1/inspect/1");
    int whole = Http2Client.END_HEADERS | Http2Client.END_STREAM;
    send(Http2Client.frame(Http2Client.HEADERS, whole, 1, ask));
    String first = received();
    send(Http2Client.frame(Http2Client.HEADERS, whole, 3, ask));
    String second = received();

    int bodyFrom = first.indexOf("{\"readings\"");
    String length = Integer.toString(first.length() - bodyFrom);
    assertThat(first.substring(0, bodyFrom)).contains(length, "application/json");
    assertThat(second.substring(0, second.indexOf("{\"readings\"")))
        .contains(length)
        .doesNotContain("application/json");
  }
}
