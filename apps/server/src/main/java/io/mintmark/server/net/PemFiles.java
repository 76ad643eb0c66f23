package io.mintmark.server.net;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A certificate and its key, for TLS 1.2 and 1.3.
 *
 * @param certificate a PEM file of the server's certificate and those between it and its root
 * @param key a PEM file of its key, in PKCS #8 and without a password
 * @param clients a PEM file of the authorities whose certificates clients may show, if they may
 */
public record PemFiles(Path certificate, Path key, Optional<Path> clients) {

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /** By the algorithm of a key, how a signature is made that shows whose it is. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private static final byte[] PROBE = {1, 2, 3, 4};

  /** All files. */
  public List<Path> files() {
    return Stream.concat(Stream.of(certificate, key), clients.stream()).toList();
  }

  /**
   * Reads all.
   *
   * @throws ConfigurationException if one cannot be read or they do not belong together; nothing of
   *     the key is in the message
   */
  public Encryption read() {
    try {
      X509Certificate[] chain = certificates(certificate);
      PrivateKey own = privateKey();
      if (chain.length == 0 || own == null || !belongs(own, chain[0])) {
        throw fault(chain.length == 0 ? "there is no certificate" : keyFault(own));
      }
      SslContextBuilder context = SslContextBuilder.forServer(own, chain)
          .sslProvider(SslProvider.JDK)
          .protocols("TLSv1.3", "TLSv1.2");
      if (clients.isPresent()) {
        context.trustManager(authorities(clients.get())).clientAuth(ClientAuth.OPTIONAL);
      }
      return Encryption.of(context.build(), chain);
    } catch (IOException e) {
      throw fault(e.toString());
    } catch (GeneralSecurityException e) {
      throw fault("it is not a certificate and its key: " + e.getClass().getSimpleName());
    }
  }

  private X509Certificate[] authorities(Path file) throws IOException, GeneralSecurityException {
    X509Certificate[] authorities = certificates(file);
    if (authorities.length == 0) {
      throw fault("there is no authority for the certificates of clients: clients=" + file);
    }
    return authorities;
  }

  private static X509Certificate[] certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
          .map(X509Certificate.class::cast)
          .toArray(X509Certificate[]::new);
    }
  }

  private static String keyFault(@Nullable PrivateKey own) {
    return own == null
        ? "there is no key with the line BEGIN PRIVATE KEY: 'openssl pkcs8 -topk8 -nocrypt' writes"
            + " one"
        : "the key is not the first certificate's";
  }

  /** Reads an RSA, an elliptic curve's or an Edwards curve's key. */
  private @Nullable PrivateKey privateKey() throws IOException, GeneralSecurityException {
    Matcher matcher = KEY.matcher(Files.readString(key));
    if (!matcher.find()) {
      return null;
    }
    byte[] bytes = Base64.getMimeDecoder().decode(matcher.group(1));
    InvalidKeySpecException refused =
        new InvalidKeySpecException("its algorithm is not known here");
    for (String algorithm : SIGNATURES.keySet()) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (InvalidKeySpecException e) {
        refused.addSuppressed(e); // It may be of another one.
      }
    }
    throw refused;
  }

  private static boolean belongs(PrivateKey own, X509Certificate certificate)
      throws GeneralSecurityException {
    String algorithm = own.getAlgorithm();
    if (!certificate.getPublicKey().getAlgorithm().equals(algorithm)) {
      return false;
    }
    Signature signature = Signature.getInstance(SIGNATURES.getOrDefault(algorithm, algorithm));
    signature.initSign(own);
    signature.update(PROBE);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    signature.update(PROBE);
    return signature.verify(signed);
  }

  private ConfigurationException fault(String reason) {
    return new ConfigurationException(
        "server",
        Message.of(
            "TLS needs a certificate and its key: certificate={}, key={}: {}",
            certificate,
            key,
            reason));
  }
}
