package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;

/**
 * The rules for a request of HTTP/1 that its decoder does not check (RFC 9112). If a proxy on the
 * way may understand a request differently from this server, the request is refused.
 */
final class Http1Rules {

  private Http1Rules() {}

  /**
   * Checks a request's header.
   *
   * @throws RefusedException if it breaks a rule
   */
  static void check(HttpRequest request) {
    HttpVersion version = request.protocolVersion();
    boolean isOld = version.equals(HttpVersion.HTTP_1_0);
    if (!isOld && !version.equals(HttpVersion.HTTP_1_1)) {
      throw refused(Message.of(
          "the version of HTTP is not supported: version={}; use HTTP/1.1 or HTTP/2",
          version.text()));
    }
    int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
    if (hosts > 1 || (hosts == 0 && !isOld)) {
      throw refused(
          Message.of("the request does not have exactly one Host header: hosts={}", hosts));
    }
    checkTransferCodings(request.headers(), isOld);
  }

  private static void checkTransferCodings(HttpHeaders headers, boolean isOld) {
    List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    boolean isChunked =
        codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0));
    if (!codings.isEmpty() && (isOld || !isChunked)) {
      throw refused(Message.of(
          "the transfer coding is not supported: transfer-encoding={}; use chunked or"
              + " Content-Length",
          String.join(", ", codings)));
    }
  }

  private static RefusedException refused(String detail) {
    return new RefusedException(HttpFault.MALFORMED_REQUEST, detail);
  }
}
