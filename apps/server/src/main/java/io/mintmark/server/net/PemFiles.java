package io.mintmark.server.net;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.engine.KeyFiles;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
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
    X509Certificate[] chain = read.chain().toArray(X509Certificate[]::new);
    SslContextBuilder context = SslContextBuilder.forServer(read.key(), chain)
        .sslProvider(SslProvider.JDK)
        .protocols("TLSv1.3", "TLSv1.2");
    try {
      if (clients.isPresent()) {
        context.trustManager(authorities(clients.get())).clientAuth(ClientAuth.OPTIONAL);
      }
      return Encryption.of(context.build(), chain);
    } catch (IOException e) {
      throw fault(e.toString());
    }
  }

  private static X509Certificate[] authorities(Path file) throws IOException {
    try {
      List<X509Certificate> authorities = KeyFiles.certificates(file);
      if (!authorities.isEmpty()) {
        return authorities.toArray(X509Certificate[]::new);
      }
    } catch (GeneralSecurityException e) {
      // A file that cannot be parsed contains no authorities either.
    }
    throw fault(
        Message.of("there is no authority for the certificates of clients: clients={}", file));
  }

  private static ConfigurationException fault(String reason) {
    return new ConfigurationException(SUBJECT, reason);
  }
}
