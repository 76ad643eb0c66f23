package io.mintmark.server.net;

import io.vertx.core.net.ServerSSLOptions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/**
 * The settings of TLS for new connections, and their expiry.
 *
 * @param settings the certificate, its key, and the authorities of clients' certificates
 * @param ends when the first certificate of the server's chain ends
 */
public record Encryption(ServerSSLOptions settings, Instant ends) {

  static Encryption of(ServerSSLOptions settings, List<X509Certificate> chain) {
    Instant ends = chain.stream()
        .map(X509Certificate::getNotAfter)
        .map(Date::toInstant)
        .min(Instant::compareTo)
        .orElseThrow();
    return new Encryption(settings, ends);
  }
}
