package io.mintmark.server.net;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.engine.KeyFiles;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A certificate and its key, for TLS 1.2 and 1.3.
 *
 * @param own the server's certificate and key
 * @param clients a PEM file of the authorities of clients' certificates, if clients may show them
 */
public record PemFiles(KeyFiles own, Optional<Path> clients) {

  private static final String SUBJECT = "server";

  static {
    // In TLS 1.2 a client may ask for another handshake, which costs the server a hundred times as
    // much as the client. The JDK reads this once, before its first connection with TLS.
    String unused = System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
  }

  /** All files. */
  public List<Path> files() {
    return Stream.concat(Stream.of(own.certificate(), own.key()), clients.stream())
        .toList();
  }

  /**
   * Reads all files.
   *
   * @throws ConfigurationException if a file cannot be read or they do not belong together; the
   *     message contains nothing of the key
   */
  public Encryption read() {
    KeyFiles.CertifiedKey read = own.read(SUBJECT);
    try {
      ServerSSLOptions tls =
          new ServerSSLOptions().setKeyCertOptions(KeyCertOptions.wrap(read.managers()));
      if (clients.isPresent()) {
        var unused =
            tls.setTrustOptions(authorities(clients.get())).setClientAuth(ClientAuth.REQUEST);
      }
      return new Encryption(
          tls,
          read.chain().stream()
              .map(certificate -> certificate.getNotAfter().toInstant())
              .min(Instant::compareTo)
              .orElseThrow());
    } catch (IOException | GeneralSecurityException e) {
      throw new ConfigurationException(SUBJECT, e.toString());
    }
  }

  /** Checks the file, because Vert.x reads it only when a client connects. */
  private static TrustOptions authorities(Path file) throws IOException {
    if (!KeyFiles.certificates(file).isEmpty()) {
      return new PemTrustOptions().addCertValue(Buffer.buffer(Files.readAllBytes(file)));
    }
    throw new ConfigurationException(
        SUBJECT,
        Message.of("there is no authority for the certificates of clients: clients={}", file));
  }
}
