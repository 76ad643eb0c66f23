package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate authority of a test's own, by OpenSSL, and the server's files. */
final class TestAuthority {

  private static final String NEW_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";

  private final Path directory;

  TestAuthority(Path directory) throws IOException, InterruptedException {
    this.directory = directory;
    Files.writeString(directory.resolve("names"), "subjectAltName=IP:127.0.0.1\n");
    openssl("req -x509 " + NEW_KEY + " -keyout ca.key -out ca.pem -days 2 -subj /CN=authority");
  }

  Path root() {
    return directory.resolve("ca.pem");
  }

  Path certificate() {
    return directory.resolve("server.pem");
  }

  Path key() {
    return directory.resolve("server.key");
  }

  /** Makes a certificate for 127.0.0.1 and puts it and its key in the place of those before. */
  void issue(String name) throws IOException, InterruptedException {
    openssl("req " + NEW_KEY + " -keyout new.key -out new.csr -subj /CN=" + name);
    openssl("x509 -req -in new.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out new.pem -days 2"
        + " -extfile names");
    Files.move(directory.resolve("new.pem"), certificate(), StandardCopyOption.REPLACE_EXISTING);
    Files.move(directory.resolve("new.key"), key(), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Trusts this authority and no other. */
  SSLContext trusting() throws GeneralSecurityException, IOException {
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
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private void openssl(String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments.split(" ")));
    Process process = new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}
