package io.mintmark.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RequestDecoderTest {

  private static final HttpDecoderConfig LIMITS = new HttpDecoderConfig();
  private static final int STREAMS = 10_000;

  private static final String SHORT = "POST /a HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final List<String> REQUESTS = List.of(
      SHORT,
      SHORT,
      "POST /a HTTP/1.1\r\nHost: h\r\nx: y\r\n\r\n",
      "GET /a HTTP/1.1\r\nhost: h\r\n\r\n",
      "POST /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
      "POST /a HTTP/1.1\r\nContent-Length: " + SHORT.length() + "\r\n\r\n" + SHORT,
      "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1d\r\n" + SHORT + "\r\n0\r\n\r\n",
      "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nx: y\r\n\r\n",
      "\r\n\r\n" + SHORT,
      "GET /" + "b".repeat(RequestDecoder.MOST_BYTES) + " HTTP/1.1\r\n\r\n",
      "GET /a HTTP/1.1\nHost: h\n\n",
      "GET /a\r\n\r\n",
      "GET /a HTTP/1.1\r\n: nameless\r\n\r\n");

  @Test
  void request_inTheSameBytes_isTheSameObject() {
    List<Object> requests = requests(SHORT + SHORT + SHORT, SHORT.length(), SHORT.length() * 3);

    assertThat(requests).hasSize(3).containsOnly(requests.get(0));
  }

  @Test
  void request_inTheSameBytes_isOneMessage() {
    assertThat(messages(new RequestDecoder(LIMITS), SHORT.repeat(3), SHORT.length() * 3))
        .hasSize(3)
        .allSatisfy(message -> assertThat(message).isInstanceOf(FullHttpRequest.class));
  }

  @Test
  void request_differingInOneByte_isAnotherObject() {
    String other = SHORT.replace("Host: h", "Host: i");
    List<Object> requests = requests(SHORT + other + SHORT, 3 * SHORT.length());

    assertThat(requests).hasSize(3).doesNotHaveDuplicates();
  }

  /** Some bodies contain requests, headers are split anywhere, and parts are not HTTP. */
  @Test
  @Tag("long")
  void anyStream_cutAnywhere_isDecodedAsWithoutCache() {
    Random random = new Random(7);
    for (int i = 0; i < STREAMS; i++) {
      StringBuilder stream = new StringBuilder();
      for (int j = random.nextInt(8); j >= 0; j--) {
        String request = REQUESTS.get(random.nextInt(REQUESTS.size()));
        stream.append(request.repeat(1 + random.nextInt(3)));
      }
      int length = stream.length();
      int[] cuts = IntStream.concat(
              random.ints(random.nextInt(6), 0, length + 1).sorted(), IntStream.of(length))
          .toArray();

      assertThat(told(messages(new RequestDecoder(LIMITS), stream.toString(), cuts)))
          .as("%s, cut at %s", stream, Arrays.toString(cuts))
          .isEqualTo(told(messages(new HttpRequestDecoder(LIMITS), stream.toString(), cuts)));
    }
  }

  private static List<Object> requests(String stream, int... cuts) {
    return messages(new RequestDecoder(LIMITS), stream, cuts).stream()
        .filter(HttpRequest.class::isInstance)
        .toList();
  }

  private static List<Object> messages(ChannelHandler decoder, String stream, int... cuts) {
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    int from = 0;
    for (int to : cuts) {
      channel.writeInbound(Unpooled.copiedBuffer(stream.substring(from, to), ISO_8859_1));
      from = to;
    }
    List<Object> messages = new ArrayList<>();
    for (Object next = channel.readInbound(); next != null; next = channel.readInbound()) {
      messages.add(next);
    }
    channel.finishAndReleaseAll();
    return messages;
  }

  /** Returns the content of messages. The boundaries between parts of a body are ignored. */
  private static String told(List<Object> messages) {
    StringBuilder told = new StringBuilder();
    for (Object message : messages) {
      HttpObject part = (HttpObject) message;
      if (part instanceof HttpRequest request) {
        told.append(request.method()).append(' ').append(request.uri()).append(request.headers());
      }
      if (part instanceof HttpContent content) {
        ByteBuf bytes = content.content();
        told.append(bytes.toString(ISO_8859_1));
      }
      if (part instanceof LastHttpContent last) {
        told.append(last.trailingHeaders()).append('\n');
      }
      told.append(part.decoderResult().isFailure() ? " is wrong\n" : "");
      ReferenceCountUtil.release(message);
    }
    return told.toString();
  }
}
