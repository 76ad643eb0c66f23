package io.mintmark.rigs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A certificate authority for one test, made with OpenSSL, and the files of a server. */
public final class TestAuthority {

  private static final String NEW_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  private static final String HERE = "IP:127.0.0.1";
  private static final int DAYS = 2;
  private static final String PIN = "client";

  private final Path directory;

  /**
   * Makes an authority.
   *
   * @param directory the directory for its files
   */
  public TestAuthority(Path directory) {
    this.directory = directory;
    openssl("req -x509 " + NEW_KEY + " -keyout ca.key -out ca.pem -days 2 -subj /CN=authority");
  }

  /**
   * Returns the authority's own certificate.
   *
   * @return a PEM file
   */
  public Path root() {
    return directory.resolve("ca.pem");
  }

  /**
   * Returns the server's certificate that was issued last.
   *
   * @return a PEM file
   */
  public Path certificate() {
    return directory.resolve("server.pem");
  }

  /**
   * Returns the key of that certificate.
   *
   * @return a PEM file, PKCS #8
   */
  public Path key() {
    return directory.resolve("server.key");
  }

  /**
   * Makes a certificate for 127.0.0.1 that is valid for two days. Replaces the previous certificate
   * and its key.
   *
   * @param name the subject's common name
   * @throws IOException if a file cannot be written
   */
  public void issue(String name) throws IOException {
    issue(name, HERE, DAYS);
  }

  /**
   * Makes a certificate. Replaces the previous certificate and its key.
   *
   * @param name the subject's common name
   * @param whose the subject alternative name in OpenSSL's form: {@code DNS:ids.example.com}
   * @param days how long it is valid from now; it has expired if this is below 0
   * @throws IOException if a file cannot be written
   */
  public void issue(String name, String whose, int days) throws IOException {
    Files.writeString(directory.resolve("names"), "subjectAltName=" + whose + "\n");
    sign("new", "/CN=" + name, days + " -extfile names");
    Files.move(directory.resolve("new.pem"), certificate(), StandardCopyOption.REPLACE_EXISTING);
    Files.move(directory.resolve("new.key"), key(), StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Trusts only this authority.
   *
   * @return a context for clients
   * @throws GeneralSecurityException if its file contains no certificate
   * @throws IOException if it cannot be read
   */
  public SSLContext trusting() throws GeneralSecurityException, IOException {
    return trusting(null);
  }

  /**
   * Trusts only this authority, and sends a certificate of it.
   *
   * @param subject the certificate's subject in OpenSSL's form: {@code /O=Acme/CN=shop}
   * @return a context for clients
   * @throws GeneralSecurityException if a file contains no certificate
   * @throws IOException if a file cannot be read
   */
  public SSLContext identifying(String subject) throws GeneralSecurityException, IOException {
    sign("client", subject, Integer.toString(DAYS));
    openssl("pkcs12 -export -in client.pem -inkey client.key -out client.p12 -passout pass:" + PIN);
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(directory.resolve("client.p12"))) {
      own.load(in, PIN.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, PIN.toCharArray());
    return trusting(keys.getKeyManagers());
  }

  private SSLContext trusting(KeyManager @Nullable [] own)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(root())) {
      store.setCertificateEntry(
          "root", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own, trust.getTrustManagers(), null);
    return context;
  }

  private void sign(String file, String subject, String days) {
    openssl("req " + NEW_KEY + " -keyout " + file + ".key -out " + file + ".csr -subj " + subject);
    openssl("x509 -req -in " + file + ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -out " + file
        + ".pem -days " + days);
  }

  private void openssl(String arguments) {
    ToolRun.succeed(directory, List.of(("openssl " + arguments).split(" ", -1)));
  }
}
