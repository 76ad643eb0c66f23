package io.mintmark.store.remote;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The token that a client shows to a server, and the certificates by which it checks the server.
 * The token's file is read again when the token is refused. Thread-safe; its text has no secret in
 * it.
 */
public final class Credentials {

  private static final int MAX_TOKEN_BYTES = 1000;
  private static final int MAX_AUTHORITIES_BYTES = 1 << 20;

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
   * Reads the files that are named.
   *
   * @param tokenFile a file with the token to show, and nothing else; no token is shown without it
   * @param authorities a PEM file of the certificates, one of which the server's has to be signed
   *     by; without it those that the JVM trusts
   * @return what was read
   * @throws ConfigurationException if a file cannot be read or is something else, with each fault;
   *     nothing of the token is in the message
   */
  public static Credentials read(Optional<Path> tokenFile, Optional<Path> authorities) {
    List<String> faults = new ArrayList<>();
    Optional<String> authorization = tokenFile.flatMap(file -> authorization(file, faults));
    Optional<SSLContext> tls = authorities.flatMap(file -> tls(file, faults));
    if (!faults.isEmpty()) {
      throw new ConfigurationException("server", faults);
    }
    return new Credentials(tokenFile, authorization, tls);
  }

  /**
   * Returns what is shown to a server.
   *
   * @return the value of a request's header {@code Authorization}, if there is a token
   */
  public Optional<String> authorization() {
    return authorization;
  }

  /**
   * Reads the token's file again, after a server has refused what was shown: so that a token can be
   * replaced under a running process, at no cost while it holds. A file that cannot be read then
   * changes nothing.
   *
   * @param refused what {@link #authorization} returned for the request
   * @return whether something else is shown now, so that it is worth while to ask again, once
   */
  public synchronized boolean renewed(Optional<String> refused) {
    if (authorization.equals(refused)) {
      authorization =
          tokenFile.flatMap(file -> authorization(file, new ArrayList<>())).or(() -> refused);
    }
    return !authorization.equals(refused);
  }

  /**
   * Returns what checks a server's certificate.
   *
   * @return a context that trusts the authorities given and no others; empty where none were, and
   *     the JVM's own holds
   */
  public Optional<SSLContext> tls() {
    return tls;
  }

  /** The token is all that its file has, but for the end of its line. */
  private static Optional<String> authorization(Path file, List<String> faults) {
    try {
      String text =
          Files.size(file) > MAX_TOKEN_BYTES ? "" : Files.readString(file).strip();
      if (text.matches("[!-~]+")) {
        return Optional.of("Bearer " + text);
      }
      faults.add(Message.of(
          "the file does not have one token of visible ASCII characters:" + " token-file={}",
          file));
    } catch (IOException e) {
      faults.add(Message.of("the token's file cannot be read: token-file={}, reason={}", file, e));
    }
    return Optional.empty();
  }

  private static Optional<SSLContext> tls(Path file, List<String> faults) {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      Collection<? extends Certificate> certificates = Files.size(file) > MAX_AUTHORITIES_BYTES
          ? List.of()
          : CertificateFactory.getInstance("X.509").generateCertificates(in);
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      if (store.size() > 0) {
        return Optional.of(trusting(store));
      }
      faults.add(Message.of("the file has no certificates of authorities, as PEM: ca={}", file));
    } catch (IOException e) {
      faults.add(Message.of("the file of authorities cannot be read: ca={}, reason={}", file, e));
    } catch (GeneralSecurityException e) {
      faults.add(Message.of(
          "the file has no certificates of authorities, as PEM: ca={}, reason={}",
          file,
          e.getMessage()));
    }
    return Optional.empty();
  }

  private static SSLContext trusting(KeyStore authorities) throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authorities);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** Says whether there is a token, and whose certificates are trusted. */
  @Override
  public String toString() {
    return (authorization.isPresent() ? "a token" : "no token") + ", "
        + (tls.isPresent() ? "authorities of a file" : "the JVM's authorities");
  }
}
