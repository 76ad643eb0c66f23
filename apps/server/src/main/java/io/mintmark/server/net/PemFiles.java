package io.mintmark.server.net;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.engine.KeyFiles;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

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
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      KeyStore store = empty();
      store.setKeyEntry(
          SUBJECT, read.key(), new char[0], read.chain().toArray(X509Certificate[]::new));
      keys.init(store, new char[0]);
      ServerSSLOptions tls = new ServerSSLOptions().setKeyCertOptions(KeyCertOptions.wrap(keys));
      if (clients.isPresent()) {
        var unused = tls.setTrustOptions(TrustOptions.wrap(authorities(clients.get())))
            .setClientAuth(ClientAuth.REQUEST);
      }
      return Encryption.of(tls, read.chain());
    } catch (IOException | GeneralSecurityException e) {
      throw fault(e.toString());
    }
  }

  private static TrustManagerFactory authorities(Path file)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = empty();
    for (X509Certificate authority : certificates(file)) {
      trusted.setCertificateEntry(Integer.toString(trusted.size()), authority);
    }
    TrustManagerFactory authorities = TrustManagerFactory.getInstance("PKIX");
    authorities.init(trusted);
    return authorities;
  }

  private static List<X509Certificate> certificates(Path file) throws IOException {
    try {
      List<X509Certificate> authorities = KeyFiles.certificates(file);
      if (!authorities.isEmpty()) {
        return authorities;
      }
    } catch (GeneralSecurityException e) {
      // A file that cannot be parsed contains no authorities either.
    }
    throw fault(
        Message.of("there is no authority for the certificates of clients: clients={}", file));
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static ConfigurationException fault(String reason) {
    return new ConfigurationException(SUBJECT, reason);
  }
}
