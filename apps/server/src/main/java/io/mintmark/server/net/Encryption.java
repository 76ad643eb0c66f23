package io.mintmark.server.net;

import io.netty.handler.ssl.SslContext;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;

/**
 * The TLS context of connections, and its expiry.
 *
 * @param context the context for a connection's handshake
 * @param ends when the first certificate of the server's chain ends
 */
public record Encryption(SslContext context, Instant ends) {

  static Encryption of(SslContext context, X509Certificate... chain) {
    Instant ends = Arrays.stream(chain)
        .map(X509Certificate::getNotAfter)
        .map(Date::toInstant)
        .min(Instant::compareTo)
        .orElseThrow();
    return new Encryption(context, ends);
  }
}
