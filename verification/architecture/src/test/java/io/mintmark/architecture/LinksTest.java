package io.mintmark.architecture;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.architecture.Pages.Link;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks all pages together: links lead to existing targets, and every page can be reached. */
final class LinksTest {

  private static final Pattern NAMED_IN_CODE = Pattern.compile("\\bdocs/[\\w/.-]*\\w");

  /** Returns every page, except the notes beside test data. */
  private static List<Path> pages() {
    return Codebase.pages().stream()
        .filter(page -> !Codebase.name(page).contains("src/test/"))
        .toList();
  }

  @Test
  void links_withinTheRepository_leadToFilesAndHeadings() {
    List<Link> links = pages().stream().flatMap(Pages::links).toList();

    assertThat(links).hasSizeGreaterThan(100);
    assertThat(links)
        .filteredOn(link -> !Files.exists(link.to())
            || (!link.anchor().isEmpty() && !Pages.anchors(link.to()).contains(link.anchor())))
        .as("dead links")
        .isEmpty();
  }

  @Test
  void pages_areReachable_fromTheReadme() {
    Set<Path> reached = new HashSet<>();
    Deque<Path> next = new ArrayDeque<>(List.of(Codebase.ROOT.resolve("README.md")));
    while (!next.isEmpty()) {
      Path page = next.pop();
      if (page.toString().endsWith(".md") && reached.add(page)) {
        Pages.links(page).map(Link::to).forEach(next::add);
      }
    }

    assertThat(pages()).as("pages that no way leads to").isSubsetOf(reached);
  }

  @Test
  @Tag("long")
  void pages_namedInMessages_exist() {
    Set<String> named = Codebase.javaSources().stream()
        .filter(file -> Codebase.name(file).contains("src/main/"))
        .flatMap(file -> NAMED_IN_CODE.matcher(Codebase.read(file)).results())
        .map(found -> found.group())
        .collect(toCollection(TreeSet::new));

    assertThat(named)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(Codebase.ROOT.resolve(name)).exists());
  }
}
