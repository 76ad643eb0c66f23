package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.access.RequestTrace;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests replies that share a prepared header, and replies that do not. */
class Http1AnswersTest {

  private static final Delivery OVER_TLS = new Delivery(false, List.of(), true, RequestTrace.NONE);

  private final Http1Answers answers = new Http1Answers();

  @Test
  void append_answersOfManyForms_haveTheirOwnHeaders() {
    HttpReply ids = HttpReply.json("{\"ids\":[\"7\"]}");
    String usual = text(Delivery.PLAIN.response(ids));
    assertThat(usual)
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("content-type: application/json\r\n", "content-length: 13\r\n", "date: ")
        .doesNotContain("strict-transport-security", "x-request-id")
        .endsWith("\r\n\r\n{\"ids\":[\"7\"]}");
    assertThat(text(Delivery.PLAIN.response(HttpReply.json("{\"ids\":[\"8\"]}"))))
        .as("the same header again")
        .isEqualTo(usual.replace("\"7\"", "\"8\""));
    assertThat(text(Delivery.PLAIN.response(HttpReply.json("{\"ids\":[\"10\"]}"))))
        .contains("content-length: 14\r\n");
    assertThat(text(OVER_TLS.response(ids))).contains("strict-transport-security: ");
    assertThat(text(Delivery.PLAIN.identified().response(ids))).contains("x-request-id: ");
    assertThat(text(Delivery.PLAIN.response(ids.with("etag", "x")))).contains("etag: x\r\n");
    assertThat(text(Delivery.PLAIN.response(HttpReply.text("7\n"))))
        .contains("content-type: text/plain");
    assertThat(text(Delivery.PLAIN.response(ids))).isEqualTo(usual);
  }

  @Test
  void append_otherStatusWithTheSameHeader_isWritten() {
    FullHttpResponse first = Delivery.PLAIN.response(HttpReply.json("{}"));
    FullHttpResponse second = Delivery.PLAIN.response(HttpReply.json("{}"));
    second.setStatus(HttpResponseStatus.ACCEPTED);
    assertThat(second.headers()).as("a shared header").isSameAs(first.headers());
    assertThat(text(first)).startsWith("HTTP/1.1 200 OK\r\n");
    assertThat(text(second)).startsWith("HTTP/1.1 202 Accepted\r\n");
  }

  @Test
  void response_longBody_hasItsLength() {
    String body = "\"" + "ä".repeat(600) + "\"";
    assertThat(text(Delivery.PLAIN.response(HttpReply.json(body))))
        .contains("content-length: 1202\r\n");
  }

  @Test
  void usualHeader_oneSecondLater_isNew() {
    UsualHeader usual = new UsualHeader(
        bytes -> new DefaultHttpHeaders().set(HttpHeaderNames.CONTENT_LENGTH, bytes));
    AsciiString now = AsciiString.of("now");
    HttpHeaders first = usual.of(3, now);
    assertThat(first.get(HttpHeaderNames.CONTENT_LENGTH)).isEqualTo("3");
    assertThat(usual.of(3, now)).isSameAs(first);
    assertThat(usual.of(4, now).get(HttpHeaderNames.CONTENT_LENGTH)).isEqualTo("4");
    assertThat(usual.of(3, AsciiString.of("later"))).isNotSameAs(first);
  }

  @Test
  void response_longCompressibleBody_isGzip() {
    Delivery gzip = new Delivery(false, List.of("gzip"), false, RequestTrace.NONE);
    assertThat(text(gzip.response(HttpReply.json("x".repeat(1025)))))
        .contains("content-encoding: gzip\r\n", "vary: accept-encoding\r\n");
  }

  private String text(FullHttpResponse answer) {
    ByteBuf to = Unpooled.buffer();
    ByteBuf rest = answers.append(answer, to);
    return to.toString(StandardCharsets.UTF_8) + rest.toString(StandardCharsets.UTF_8);
  }
}
