package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.rigs.TestAuthority;
import io.mintmark.rigs.ToolRun;
import io.mintmark.server.access.Secret;
import io.mintmark.store.remote.RemoteStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests client certificates that are used instead of tokens. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class ClientCertificateTest {

  @TempDir
  private Path directory;

  @TempDir
  private Path elsewhere;

  private TestAuthority authority;
  private Server server;

  @BeforeEach
  void start() throws Exception {
    authority = new TestAuthority(directory);
    authority.issue("server");
    server = builder().start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ServerBuilder builder() throws IOException {
    Path tokens = Files.writeString(directory.resolve("tokens.yaml"), """
        shop: {certificate: "CN=shop,O=Acme", scopes: [next]}
        orders: {certificate: "CN=orders,O=Acme", scopes: [claim]}
        ops: {hash: "%s", scopes: [read]}
        """.formatted(
            Secret.of("a token of ops").text()));
    return MemoryServer.builder()
        .set(ServerSettings.TLS_CERTIFICATE, authority.certificate())
        .set(ServerSettings.TLS_KEY, authority.key())
        .set(ServerSettings.TLS_CLIENTS, authority.root().toString())
        .set(ServerSettings.TOKENS, tokens);
  }

  private HttpResponse<String> send(
      SSLContext tls, HttpClient.Version version, String method, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
        .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpClient client = HttpClient.newBuilder().sslContext(tls).version(version).build();
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void http_certificateOfATokensSubject_hasTheTokensRights() throws Exception {
    SSLContext shop = authority.identifying("/O=Acme/CN=shop");
    String next = "/v1/generators/objectid/next";
    for (HttpClient.Version version : HttpClient.Version.values()) {
      assertThat(send(shop, version, "POST", next).statusCode()).isEqualTo(200);

      HttpResponse<String> refused = send(shop, version, "GET", "/v1/generators");
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("the token lacks the scope read: token=shop");

      String token = "Bearer a token of ops";
      assertThat(send(shop, version, "GET", "/v1/generators", "Authorization", token)
              .statusCode())
          .isEqualTo(200);
      assertThat(
              send(shop, version, "POST", next, "Authorization", "Bearer wrong").statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void http_certificateFromAForeignOrigin_isRefused() throws Exception {
    SSLContext shop = authority.identifying("/O=Acme/CN=shop");
    String next = "/v1/generators/objectid/next";

    assertThat(send(shop, HttpClient.Version.HTTP_2, "POST", next, "Origin", "https://a.example")
            .body())
        .contains("urn:mintmark:problem:foreign-origin");
    assertThat(send(shop, HttpClient.Version.HTTP_2, "POST", next, "Origin", server.url())
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  void http_unknownOrMissingCertificate_isUnauthenticated() throws Exception {
    HttpResponse<String> other = send(
        authority.identifying("/O=Acme/OU=x/CN=shop"),
        HttpClient.Version.HTTP_2,
        "POST",
        "/v1/generators/objectid/next");
    assertThat(other.statusCode()).isEqualTo(401);
    assertThat(other.body())
        .contains("no token has the client certificate: subject=CN=shop,OU=x,O=Acme");

    HttpResponse<String> none = send(
        authority.trusting(), HttpClient.Version.HTTP_2, "POST", "/v1/generators/objectid/next");
    assertThat(none.statusCode()).isEqualTo(401);
    assertThat(none.body()).contains("a token is needed here");
  }

  @Test
  @Tag("long")
  void handshake_certificateOfAnotherAuthority_fails() throws Exception {
    TestAuthority another = new TestAuthority(elsewhere);
    SSLContext unused = another.identifying("/O=Acme/CN=shop");
    Files.copy(elsewhere.resolve("client.pem"), directory.resolve("stranger.pem"));
    Files.copy(elsewhere.resolve("client.key"), directory.resolve("stranger.key"));

    assertThat(redis("stranger", "CLIENT", "INFO").output()).doesNotContain("user=", "NOAUTH");
  }

  @Test
  void resp_certificateOfATokensSubject_hasTheTokensRights() throws Exception {
    SSLContext unused = authority.identifying("/O=Acme/CN=shop");

    assertThat(redis("client", "CLIENT", "INFO").output()).contains("user=shop");
    assertThat(redis("client", "GET", "a").output())
        .contains("NOPERM the token lacks the scope read: token=shop");
  }

  @Test
  void remoteStore_certificateOfATokensSubject_hasTheTokensRights() throws Exception {
    String url = "mintmark://" + URI.create(server.url()).getAuthority() + "?tls=true&ca="
        + authority.root();
    SSLContext unused = authority.identifying("/O=Acme/CN=orders");
    String own = "&certificate=" + directory.resolve("client.pem") + "&key="
        + directory.resolve("client.key");
    try (RemoteStore store = RemoteStore.builder().url(url + own).open()) {
      assertThat(store.claim("seq/a", 0, 5)).isZero();
    }
    assertThatThrownBy(() -> RemoteStore.builder().url(url).open())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("status=401");
    assertThatThrownBy(() -> RemoteStore.builder().url(url + own + "x").open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("file cannot be read: key='");
    assertThatThrownBy(() ->
            RemoteStore.builder().url(url + "&certificate=" + authority.root()).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("certificate without key: a certificate needs its key");
    assertThatThrownBy(() -> RemoteStore.builder()
            .url(url + "&certificate=" + authority.root() + "&key="
                + directory.resolve("client.key"))
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the private key does not belong to the first certificate")
        .hasMessageNotContaining("PRIVATE");
    assertThatThrownBy(
            () -> RemoteStore.builder().url(url.replace("tls=true&", "") + own).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a certificate of this process needs TLS: tls=false, certificate=");
  }

  private ToolRun redis(String certificate, String... command) throws Exception {
    ToolRun.assumeAreThere("redis-cli");
    String port = Integer.toString(server.resp().getPort());
    List<String> tool = new ArrayList<>(List.of("redis-cli", "-p", port, "--tls"));
    tool.addAll(List.of("--cacert", "ca.pem", "--cert", certificate + ".pem"));
    tool.addAll(List.of("--key", certificate + ".key"));
    tool.addAll(List.of(command));
    return ToolRun.in(directory, tool, "");
  }

  @Test
  @Tag("long")
  void curl_withACertificate_makesIds() throws Exception {
    SSLContext unused = authority.identifying("/O=Acme/CN=shop");
    ToolRun.assumeAreThere("curl");
    String url = server.url() + "/v1/generators/objectid/next";
    String command = "curl -s --cacert ca.pem --cert client.pem --key client.key -X POST " + url;

    assertThat(ToolRun.in(directory, List.of(command.split(" ")), "").output())
        .startsWith("{\"ids\":[\"");
    String subject = "openssl x509 -in client.pem -noout -subject -nameopt RFC2253";
    assertThat(ToolRun.in(directory, List.of(subject.split(" ")), "").output())
        .isEqualTo("subject=CN=shop,O=Acme\n");
  }

  @Test
  void start_invalidAuthoritiesFile_isRefused() throws IOException {
    Path empty = Files.writeString(directory.resolve("empty.pem"), "");
    assertThatThrownBy(
            () -> builder().set(ServerSettings.TLS_CLIENTS, empty.toString()).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("there is no authority for the certificates of clients: clients=");
    assertThatThrownBy(() -> MemoryServer.builder()
            .set(ServerSettings.TLS_CLIENTS, authority.root().toString())
            .start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("certificates of clients need TLS, and tokens with their subjects");
  }
}
