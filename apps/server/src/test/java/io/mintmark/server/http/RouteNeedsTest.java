package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.GuardedServer;
import io.mintmark.server.TokensFixture;
import io.mintmark.server.access.Permission;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests every route with every kind of token. */
class RouteNeedsTest {

  private static final Set<Integer> REFUSALS = Set.of(401, 403);

  /** The tokens that a permission admits. Other permissions need no token. */
  private static final Map<Permission, Set<String>> ADMITTED = Map.of(
      Permission.NEXT, Set.of("next", "next-x", "admin"),
      Permission.READ_GENERATOR, Set.of("read", "claim", "read-x", "admin"),
      Permission.READ, Set.of("read", "claim", "read-x", "admin"),
      Permission.READ_ALL, Set.of("read", "claim", "admin"),
      Permission.CLAIM, Set.of("claim", "admin"),
      Permission.ADMIN, Set.of("admin"));

  @TempDir
  private Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Route> routes = ServedRoutes.get().all();
  private GuardedServer guarded;

  @BeforeEach
  void start() {
    guarded = new GuardedServer(directory);
  }

  @AfterEach
  void stop() {
    guarded.close();
  }

  @Test
  void routes_withoutPermissionOrForWrites_areComplete() {
    assertThat(routes.stream().filter(route -> isNone(route)))
        .extracting(RouteNeedsTest::path)
        .containsExactlyInAnyOrder(
            "/health/live",
            "/health/ready",
            "/health/started",
            "/openapi.json",
            "/",
            "/console/{file}");
    assertThat(routes.stream().filter(route -> route.method.equals("POST")))
        .allSatisfy(route -> assertThat(route.permission)
            .isEqualTo(
                path(route).contains("lower")
                    ? Permission.ADMIN
                    : path(route).contains("lines")
                        ? Permission.CLAIM
                        : path(route).contains("next") ? Permission.NEXT : Permission.READ));
  }

  /** Fails for a new route that is missing there. */
  @Test
  void metrics_areOnlyOnTheAdminPort() {
    assertThat(routes)
        .allSatisfy(route -> assertThat(PortPurpose.CLIENTS.answers(route))
            .as("%s on the port of clients", route.call)
            .isEqualTo(!path(route).equals("/metrics")));
    assertThat(routes)
        .allSatisfy(route -> assertThat(PortPurpose.ADMINISTRATION.answers(route))
            .as("%s on the admin port", route.call)
            .isEqualTo(!Set.of(Permission.NEXT, Permission.CLAIM).contains(route.permission)));
  }

  @Test
  void everyRoute_withEveryKindOfToken_admitsOnlyTheScope() throws Exception {
    for (Route route : routes) {
      for (String token : List.of("next", "read", "claim", "admin", "next-x", "read-x")) {
        boolean admitted =
            !REFUSALS.contains(send(route, TokensFixture.text(token)).statusCode());

        assertThat(admitted)
            .as("%s with the token %s", route.call, token)
            .isEqualTo(isNone(route)
                || ADMITTED.getOrDefault(route.permission, Set.of()).contains(token));
      }
    }
  }

  @Test
  void everyRoute_withoutOrWithAWrongToken_isUnauthenticated() throws Exception {
    for (Route route : routes) {
      for (String shown : List.of("", "wrong", "admin")) {
        HttpResponse<String> response = send(route, shown);

        if (isNone(route)) {
          assertThat(response.statusCode()).as(route.call).isNotIn(REFUSALS);
        } else {
          assertThat(response.statusCode()).as(route.call).isEqualTo(401);
          assertThat(response.headers().firstValue("www-authenticate"))
              .contains("Bearer realm=\"mintmark\"");
          assertThat(response.body()).contains("urn:mintmark:problem:unauthenticated");
        }
      }
    }
  }

  @Test
  void everyRoute_generatorOutsideTheTokensPatterns_isForbidden() throws Exception {
    for (Route route : routes) {
      if (Set.of(Permission.NEXT, Permission.READ_GENERATOR).contains(route.permission)) {
        assertThat(send(route, TokensFixture.text("other")).body())
            .as(route.call)
            .contains("urn:mintmark:problem:forbidden")
            .contains("token=other, generator=x");
      }
    }
  }

  @Test
  @Tag("long")
  void everyRoute_afterTheTokenIsRevoked_isUnauthenticatedOnOpenConnectionsToo() throws Exception {
    Route first = routes.get(0);
    assertThat(send(first, TokensFixture.text("admin")).statusCode()).isEqualTo(200);

    guarded.revoke("admin", () -> send(first, TokensFixture.text("admin")).statusCode() == 401);

    for (Route route : routes) {
      assertThat(send(route, TokensFixture.text("admin")).statusCode() == 401)
          .as(route.call)
          .isEqualTo(!isNone(route));
    }
  }

  private static boolean isNone(Route route) {
    return Set.of(Permission.NONE, Permission.NONE_OR_TOKEN).contains(route.permission);
  }

  private static String path(Route route) {
    return "/" + String.join("/", route.segments);
  }

  /** Sends the smallest request that the route admits. The tests ignore its result. */
  private HttpResponse<String> send(Route route, String token)
      throws IOException, InterruptedException {
    String path = path(route).replaceAll("\\{[^}]*}", "x");
    String query = path(route).endsWith("/claim") ? "?at-least=0&count=1" : "";
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create(guarded.server().url() + path + query))
        .method(
            route.method,
            route.mostBodyBytes == 0
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString("{\"format\": \"{seq:4}\"}"));
    if (!token.isEmpty()) {
      request.header("Authorization", "bearer " + token);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
