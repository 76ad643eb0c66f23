package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.service.Version;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how the server sends the files of the console, and the links in these files. */
class StaticFilesTest {

  private static final String LIBRARY = "lit-html.js";
  private static final Pattern MODULE = Pattern.compile("from '\\./([a-z-]+\\.js)'");

  private static final Pattern LINK = Pattern.compile("<a href=\"([^#\"][^\"]*)\"");
  private static final Pattern PAGE_NAME = Pattern.compile("<code>([^<]*\\.md)</code>");

  @RegisterExtension
  private static final MemoryServer SERVER = MemoryServer.standard();

  @ParameterizedTest
  @CsvSource({
    "/, text/html; charset=utf-8",
    "/console/console.css, text/css; charset=utf-8",
    "/console/app.js, text/javascript; charset=utf-8",
    "/console/lit-html.js, text/javascript; charset=utf-8",
    "/console/mark.svg, image/svg+xml",
  })
  void file_hasItsType_andAPolicyAgainstForeignScripts(String path, String type) {
    HttpResponse<String> response = Web.send(SERVER.get(), "GET", path);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "content-type")).isEqualTo(type);
    assertThat(header(response, "content-security-policy"))
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
        .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'")
        .doesNotContain("unsafe", "*", "http");
    assertThat(header(response, "x-content-type-options")).isEqualTo("nosniff");
    assertThat(header(response, "referrer-policy")).isEqualTo("no-referrer");
  }

  @Test
  void page_showsTheVersion_andLinksOnlyExistingPages() {
    String page = Web.send(SERVER.get(), "GET", "/").body();

    assertThat(page).contains("<p>Mintmark " + Version.TEXT + "</p>").doesNotContain("@version@");
    assertThat(LINK.matcher(page).results().map(link -> link.group(1)))
        .contains("openapi.json", "health/ready")
        .allSatisfy(link -> assertThat(Web.send(SERVER.get(), "GET", "/" + link).statusCode())
            .as(link)
            .isEqualTo(200));
    assertThat(PAGE_NAME.matcher(page).results().map(name -> name.group(1)))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(Path.of("..", "..", name)).isRegularFile());
  }

  @Test
  void file_cachedByTheBrowser_isNotSentAgain() {
    HttpResponse<String> first = Web.send(SERVER.get(), "GET", "/console/app.js");
    String tag = header(first, "etag");

    HttpResponse<String> again =
        Web.send(SERVER.get(), "GET", "/console/app.js", "if-none-match", tag);
    assertThat(header(first, "cache-control")).isEqualTo("no-cache");
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(header(again, "etag")).isEqualTo(tag);
    assertThat(Web.send(SERVER.get(), "GET", "/", "if-none-match", tag).statusCode())
        .isEqualTo(200);
  }

  @Test
  void file_unknown_isNotFound() {
    for (String name : List.of("nothing.js", "..%2FServer.class", "console%2Fapp.js", "")) {
      Web.assertProblem(Web.send(SERVER.get(), "GET", "/console/" + name), 404, "not-found");
    }
  }

  @Test
  void modules_importedByThePage_areServedAndImportNoForeignOnes() {
    Set<String> known = new HashSet<>(Set.of("app.js"));
    Deque<String> left = new ArrayDeque<>(known);
    while (!left.isEmpty()) {
      String module = left.pop();
      HttpResponse<String> script = Web.send(SERVER.get(), "GET", "/console/" + module);
      assertThat(script.statusCode()).as(module).isEqualTo(200);
      if (!module.equals(LIBRARY)) {
        assertThat(script.body()).as(module).doesNotContain("http://", "https://", "innerHTML");
      }
      MODULE
          .matcher(script.body())
          .results()
          .map(imported -> imported.group(1))
          .filter(known::add)
          .forEach(left::push);
    }
    assertThat(known).contains("inspect.js", "lines.js", LIBRARY);
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
