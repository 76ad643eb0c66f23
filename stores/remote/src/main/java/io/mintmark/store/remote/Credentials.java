package io.mintmark.store.remote;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.engine.KeyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * The token or the certificate with which a client identifies itself to a server, and the
 * certificates with which it checks the server. The token's file is read again when the server
 * refuses the token. Certificates are read once. Thread-safe. {@link #toString} contains no secret.
 */
public final class Credentials {

  private static final int MAX_TOKEN_BYTES = 1000;

  private final Optional<Path> tokenFile;
  private final Optional<SSLContext> tls;
  private volatile Optional<String> authorization;

  private Credentials(
      Optional<Path> tokenFile, Optional<String> authorization, Optional<SSLContext> tls) {
    this.tokenFile = tokenFile;
    this.authorization = authorization;
    this.tls = tls;
  }

  /**
   * Reads the named files.
   *
   * @param tokenFile a file that contains only the token; if empty, the client sends no token
   * @param authorities a PEM file of certificates, of which one must have signed the server's
   *     certificate; if empty, the client trusts the JVM's authorities
   * @param own the client's own certificate, for servers that accept it in place of a token; if
   *     empty, the client shows none
   * @return the credentials
   * @throws ConfigurationException if a file cannot be read or has the wrong content, with each
   *     fault; the message contains no part of the token or the key
   */
  public static Credentials read(
      Optional<Path> tokenFile, Optional<Path> authorities, Optional<KeyFiles> own) {
    List<String> faults = new ArrayList<>();
    Optional<String> authorization = tokenFile.flatMap(file -> authorization(file, faults));
    Optional<SSLContext> tls = tls(authorities, own, faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException("server", faults);
    }
    return new Credentials(tokenFile, authorization, tls);
  }

  /**
   * Returns the value of a request's header {@code Authorization}.
   *
   * @return empty without a token
   */
  public Optional<String> authorization() {
    return authorization;
  }

  /**
   * Reads the token's file again, after a server has refused the token. So a token can be replaced
   * while the process runs, at no cost while it is valid. If the file cannot be read, the token
   * stays the same.
   *
   * @param refused the result of {@link #authorization} that was sent with the request
   * @return whether the token differs from the refused one, so that the caller should send the
   *     request once more
   */
  public synchronized boolean renewed(Optional<String> refused) {
    if (authorization.equals(refused)) {
      authorization =
          tokenFile.flatMap(file -> authorization(file, new ArrayList<>())).or(() -> refused);
    }
    return !authorization.equals(refused);
  }

  /**
   * Returns the context that checks a server's certificate and shows the client's own.
   *
   * @return a context that trusts only the given authorities, or the JVM's if none were given;
   *     empty if the JVM's default context suffices
   */
  public Optional<SSLContext> tls() {
    return tls;
  }

  /** Reads the token: the content of its file without the line end. */
  private static Optional<String> authorization(Path file, List<String> faults) {
    try {
      String text =
          Files.size(file) > MAX_TOKEN_BYTES ? "" : Files.readString(file).strip();
      if (text.matches("[!-~]+")) {
        return Optional.of("Bearer " + text);
      }
      faults.add(Message.of(
          "the file does not have one token of visible ASCII characters: token-file={}", file));
    } catch (IOException e) {
      faults.add(Message.of("the token's file cannot be read: token-file={}, reason={}", file, e));
    }
    return Optional.empty();
  }

  /** Makes a context only if the JVM's default does not suffice. */
  private static Optional<SSLContext> tls(
      Optional<Path> authorities, Optional<KeyFiles> own, List<String> faults) {
    if (authorities.isEmpty() && own.isEmpty()) {
      return Optional.empty();
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          own.isPresent() ? own.get().read("client").managers().getKeyManagers() : null,
          authorities.isPresent() ? trusting(authorities.get()) : null,
          null);
      return Optional.of(context);
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    } catch (IOException | GeneralSecurityException e) {
      faults.add(Message.of(
          "the files cannot be used for TLS: ca={}, certificate={}, reason={}",
          authorities.map(Path::toString).orElse("none"),
          own.map(files -> files.certificate().toString()).orElse("none"),
          e));
    }
    return Optional.empty();
  }

  private static TrustManager[] trusting(Path file) throws IOException, GeneralSecurityException {
    List<X509Certificate> certificates = KeyFiles.certificates(file);
    if (certificates.isEmpty()) {
      throw misconfigured(
          "server", "the file has no certificates of authorities, as PEM: ca={}", file);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (Certificate certificate : certificates) {
      store.setCertificateEntry("authority-" + store.size(), certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust.getTrustManagers();
  }

  /** Describes whether there is a token, and the source of the certificates. */
  @Override
  public String toString() {
    return (authorization.isPresent() ? "a token" : "no token") + ", "
        + (tls.isPresent() ? "certificates of files" : "the JVM's authorities");
  }
}
