package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoutesTest {

  private static final Path PAGE = Path.of("../../docs/reference/http.md");
  private static final Pattern CALL =
      Pattern.compile("(?m)^    (GET|POST) +/(\\S*) +(?:\\?(\\S+))?.*$");

  @Test
  void routes_areThoseOfThePage() throws IOException {
    List<MatchResult> calls = CALL.matcher(Files.readString(PAGE)).results().toList();
    Routes routes = ServedRoutes.get();

    assertThat(calls).hasSameSizeAs(routes.all());
    for (MatchResult call : calls) {
      assertThat(routes.find(call.group(1), List.of(call.group(2).split("/"))))
          .as(call.group())
          .hasValueSatisfying(
              route -> assertThat(route.parameters()).isEqualTo(names(call.group(3))));
    }
  }

  private static Set<String> names(@Nullable String query) {
    return query == null ? Set.of() : Set.of(query.replaceAll("=[^&]*", "").split("&"));
  }
}
