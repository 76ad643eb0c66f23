package io.mintmark.store.remote;

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
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The token or the certificate that a client shows to a server, and the certificates by which it
 * checks the server. The token's file is read again when the token is refused; certificates are
 * read once. Thread-safe; its text has no secret in it.
 */
public final class Credentials {

  private static final int MAX_TOKEN_BYTES = 1000;

  /** Of a store of keys that is in memory only. */
  private static final char[] NO_PASSWORD = {};

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
   * @param own the certificate by which the client says who it is, where the server takes one in
   *     place of a token; none is shown without it
   * @return what was read
   * @throws ConfigurationException if a file cannot be read or is something else, with each fault;
   *     nothing of the token or the key is in the message
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
   * Returns what checks a server's certificate and shows the client's own.
   *
   * @return a context that trusts the authorities given and no others, or those of the JVM if none
   *     were; empty where the JVM's own does
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

  /** A context of one's own only where the JVM's would not do. */
  private static Optional<SSLContext> tls(
      Optional<Path> authorities, Optional<KeyFiles> own, List<String> faults) {
    try {
      Optional<TrustManagerFactory> trust = authorities.flatMap(file -> trusting(file, faults));
      Optional<KeyManagerFactory> shown = own.flatMap(files -> showing(files, faults));
      if (trust.isEmpty() && shown.isEmpty()) {
        return Optional.empty();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          shown.map(KeyManagerFactory::getKeyManagers).orElse(null),
          trust.map(TrustManagerFactory::getTrustManagers).orElse(null),
          null);
      return Optional.of(context);
    } catch (GeneralSecurityException e) {
      faults.add(Message.of("this JVM cannot make TLS: reason={}", e));
      return Optional.empty();
    }
  }

  private static Optional<TrustManagerFactory> trusting(Path file, List<String> faults) {
    try {
      List<X509Certificate> certificates = KeyFiles.certificates(file);
      if (certificates.isEmpty()) {
        faults.add(Message.of("the file has no certificates of authorities, as PEM: ca={}", file));
        return Optional.empty();
      }
      KeyStore store = emptyStore();
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return Optional.of(trust);
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

  private static Optional<KeyManagerFactory> showing(KeyFiles own, List<String> faults) {
    try {
      KeyFiles.CertifiedKey read = own.read("client");
      KeyStore store = emptyStore();
      store.setKeyEntry("own", read.key(), NO_PASSWORD, read.chain().toArray(Certificate[]::new));
      KeyManagerFactory shown =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      shown.init(store, NO_PASSWORD);
      return Optional.of(shown);
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    } catch (IOException | GeneralSecurityException e) {
      faults.add(Message.of(
          "the certificate cannot be shown: certificate={}, reason={}", own.certificate(), e));
    }
    return Optional.empty();
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  /** Says whether there is a token, and where certificates come from. */
  @Override
  public String toString() {
    return (authorization.isPresent() ? "a token" : "no token") + ", "
        + (tls.isPresent() ? "certificates of files" : "the JVM's authorities");
  }
}
