package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.server.net.Protocol;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests clients that send slowly or not at all: a connection with half a request is closed. */
class SlowClientsTest {

  private static final int MAX_SECONDS = 30;
  private static final int SILENT_HTTP_SECONDS = 120;

  private final InProcess server = new InProcess(Config.standard());

  @AfterEach
  void stop() {
    server.close();
  }

  private static EmbeddedChannel connected(Protocol protocol) {
    EmbeddedChannel channel = Wire.channel();
    channel.freezeTime();
    protocol.addTo(channel.pipeline());
    channel.pipeline().fireChannelActive();
    return channel;
  }

  private static void send(EmbeddedChannel channel, String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, ISO_8859_1));
  }

  /** Sends a byte per second until the connection is closed, and returns the number of seconds. */
  private static int trickled(EmbeddedChannel channel, String text) {
    for (int second = 0; second < text.length(); second++) {
      if (!channel.isOpen()) {
        return second;
      }
      send(channel, text.substring(second, second + 1));
      channel.advanceTimeBy(1, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
    }
    throw new AssertionError("not closed: seconds=" + text.length());
  }

  @Test
  void command_sentTooSlowly_isClosed() {
    String command = "*2\r\n$4\r\nECHO\r\n$1000\r\n" + "x".repeat(1000);

    assertThat(trickled(connected(server.resp()), command)).isLessThanOrEqualTo(MAX_SECONDS);
  }

  @Test
  void header_sentTooSlowly_isClosed() {
    String header = "GET /v1/generators HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(1000);

    assertThat(trickled(connected(server.http()), header)).isLessThanOrEqualTo(MAX_SECONDS);
  }

  @Test
  void body_sentTooSlowly_isClosed() {
    EmbeddedChannel channel = connected(server.http());
    send(channel, "POST /v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n");

    assertThat(trickled(channel, " ".repeat(1000))).isLessThanOrEqualTo(MAX_SECONDS);
  }

  @Test
  void frameOfHttp2_sentTooSlowly_isClosed() {
    EmbeddedChannel channel = connected(server.http());
    send(channel, new String(Http2Client.greeting(), ISO_8859_1));
    byte[] header = Http2Client.headers("GET", "/health/live", "x", "y".repeat(100));
    byte[] frame = Http2Client.frame(Http2Client.HEADERS, Http2Client.END_HEADERS, 1, header);

    assertThat(trickled(channel, new String(frame, ISO_8859_1))).isLessThanOrEqualTo(MAX_SECONDS);
  }

  @Test
  void silenceOverHttp2_betweenFrames_isTolerated() {
    EmbeddedChannel channel = connected(server.http());
    send(channel, new String(Http2Client.greeting(), ISO_8859_1));
    for (int second = 0; second < 2 * MAX_SECONDS; second++) {
      channel.advanceTimeBy(1, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
    }

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void silence_isToleratedForRedisAndBoundedForHttp() {
    EmbeddedChannel silentResp = connected(server.resp());
    EmbeddedChannel silentHttp = connected(server.http());
    send(silentResp, "*1\r\n$4\r\nPING\r\n");
    send(silentHttp, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    for (EmbeddedChannel channel : new EmbeddedChannel[] {silentResp, silentHttp}) {
      channel.advanceTimeBy(SILENT_HTTP_SECONDS - 1, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
      assertThat(channel.isOpen()).isTrue();
      channel.advanceTimeBy(2, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
    }

    assertThat(silentHttp.isOpen()).isFalse();
    assertThat(silentResp.isOpen()).isTrue();
  }
}
