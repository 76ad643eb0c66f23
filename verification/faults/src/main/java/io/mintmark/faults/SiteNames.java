package io.mintmark.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of the sites, and of what can befall each on a host that lacks nothing. They are in a
 * file, because the script that starts the storm reads them before anything is built.
 */
final class SiteNames {

  private static final Map<String, Set<String>> FAULTS = read("sites.txt");

  private SiteNames() {}

  static List<String> all() {
    return List.copyOf(FAULTS.keySet());
  }

  /** What can befall a site. */
  static Set<String> faults(String site) {
    Set<String> faults = FAULTS.get(site);
    if (faults == null) {
      throw new IllegalArgumentException(
          "no such site: site=" + site + "; there are " + String.join(", ", all()));
    }
    return faults;
  }

  private static Map<String, Set<String>> read(String file) {
    Map<String, Set<String>> read = new LinkedHashMap<>();
    try (InputStream in = SiteNames.class.getResourceAsStream(file);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split(": ", 2);
        read.put(parts[0], Set.of(parts[1].split(", ", -1)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }
}
