package io.mintmark.store.engine;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.mintmark.error.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;

/**
 * The files of a certificate and its key, with which one side of TLS authenticates itself.
 *
 * @param certificate a PEM file of the certificate and the intermediate certificates up to its root
 * @param key a PEM file of its private key, in PKCS #8 and without a password
 */
public record KeyFiles(Path certificate, Path key) {

  private static final int MAX_BYTES = 1 << 20;

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /** Maps a key's algorithm to the signature algorithm that proves its possession. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private static final byte[] PROBE = {1, 2, 3, 4};

  /** The password of a key store that exists only in memory. */
  private static final char[] NO_PASSWORD = {};

  /**
   * The contents of the files.
   *
   * @param chain the certificate, and the intermediate certificates up to its root
   * @param key the certificate's private key
   */
  public record CertifiedKey(List<X509Certificate> chain, PrivateKey key) {

    /**
     * Offers the certificate and its key for TLS.
     *
     * @return a factory of key managers that have only this key
     * @throws GeneralSecurityException if the JVM cannot use the key
     * @throws IOException never, as the key store is in memory
     */
    public KeyManagerFactory managers() throws GeneralSecurityException, IOException {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("own", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
      KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
      managers.init(store, NO_PASSWORD);
      return managers;
    }

    /** Hides the key. */
    @Override
    public String toString() {
      return chain.get(0).getSubjectX500Principal().toString();
    }
  }

  /**
   * Reads both files.
   *
   * @param subject names their purpose, at the start of messages
   * @return the contents of the files
   * @throws ConfigurationException if a file cannot be read, or the key does not belong to the
   *     certificate; the message contains no part of the key
   */
  public CertifiedKey read(String subject) {
    try {
      List<X509Certificate> chain = certificates(certificate);
      if (chain.isEmpty()) {
        throw fault(subject, "there is no certificate");
      }
      PublicKey shown = chain.get(0).getPublicKey();
      PrivateKey own = privateKey(subject, shown.getAlgorithm());
      if (!belongs(own, shown)) {
        throw fault(subject, "the private key does not belong to the first certificate");
      }
      return new CertifiedKey(chain, own);
    } catch (IOException e) {
      throw fault(subject, e.toString());
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw fault(
          subject, "it is not a certificate and its key: " + e.getClass().getSimpleName());
    }
  }

  /**
   * Reads all certificates of a PEM file of at most a mebibyte.
   *
   * @param file the PEM file
   * @return its certificates; none if the file is larger or contains anything else
   * @throws IOException if the file cannot be read
   */
  public static List<X509Certificate> certificates(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      return List.of();
    }
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
          .map(X509Certificate.class::cast)
          .toList();
    } catch (CertificateException e) {
      return List.of();
    }
  }

  /** Reads the private key, which has the algorithm of the certificate. */
  private PrivateKey privateKey(String subject, String algorithm)
      throws IOException, GeneralSecurityException {
    if (Files.size(key) > MAX_BYTES) {
      throw fault(subject, "the key's file has more than " + MAX_BYTES + " bytes");
    }
    Matcher matcher = KEY.matcher(Files.readString(key));
    if (!matcher.find()) {
      throw fault(
          subject,
          "there is no key with the line BEGIN PRIVATE KEY: 'openssl pkcs8 -topk8 -nocrypt' writes"
              + " one");
    }
    byte[] bytes = Base64.getMimeDecoder().decode(matcher.group(1));
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (InvalidKeySpecException e) {
      throw fault(
          subject, "the key has an unknown algorithm, or not the certificate's: " + algorithm);
    }
  }

  private static boolean belongs(PrivateKey own, PublicKey shown) throws GeneralSecurityException {
    String algorithm = shown.getAlgorithm();
    Signature signature = Signature.getInstance(SIGNATURES.getOrDefault(algorithm, algorithm));
    signature.initSign(own);
    signature.update(PROBE);
    byte[] signed = signature.sign();
    signature.initVerify(shown);
    signature.update(PROBE);
    return signature.verify(signed);
  }

  private ConfigurationException fault(String subject, String reason) {
    return misconfigured(
        subject,
        "TLS needs a certificate and its key: certificate={}, key={}: {}",
        certificate,
        key,
        reason);
  }
}
