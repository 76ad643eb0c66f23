package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example of the page. Only the store and the path of the file are replaced. */
@SuppressWarnings("try") // a MintmarkRoute is opened, not used
final class DocumentedExampleTest {

  private static final Path PAGE = Path.of("../../docs/frameworks/shardingsphere.md");

  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$")
        .matcher(Files.readString(PAGE))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  @Test
  @Tag("long")
  void example_ofThePage_storesOrdersInTheirUsersDatabase(@TempDir Path folder) throws Exception {
    List<String> yaml = blocks("yaml");
    assertThat(yaml).hasSize(2);
    Path config = Files.writeString(
        folder.resolve("mintmark.yaml"),
        yaml.get(0).replaceFirst("store: \"jdbc:.*\"", "store: 'memory:'"));
    try (Sharded db =
        new Sharded(4, yaml.get(1).replace("/etc/mintmark.yaml", config.toString()))) {
      db.run("CREATE TABLE t_user (user_id VARCHAR(40) PRIMARY KEY, outside_id VARCHAR(40))");
      db.run("CREATE TABLE t_order (order_id VARCHAR(40) PRIMARY KEY, user_id VARCHAR(40))");
      try (MintmarkRoute route = MintmarkRoute.forId("outside-id-42")) {
        db.run("INSERT INTO t_user (outside_id) VALUES ('outside-id-42')");
      }
      String user = db.query("SELECT user_id FROM t_user").get(0);

      add(folder, db.source(), user);

      String order =
          db.query("SELECT order_id FROM t_order WHERE user_id = ?", user).get(0);
      assertThat(order.substring(2, 4)).isEqualTo(user.substring(2, 4));
      db.touched();
      assertThat(db.query("SELECT user_id FROM t_order WHERE order_id = ?", order))
          .containsExactly(user);
      assertThat(db.touched()).hasSize(1);
    }
  }

  /** Compiles the page's class and calls it. */
  private static void add(Path folder, DataSource source, String user) throws Exception {
    List<String> java = blocks("java");
    assertThat(java).hasSize(1);
    JavaFileObject code =
        new SimpleJavaFileObject(URI.create("string:///Orders.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return java.get(0);
          }
        };
    List<String> options = List.of(
        "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    assertThat(ToolProvider.getSystemJavaCompiler()
            .getTask(null, null, null, options, null, List.of(code))
            .call())
        .isTrue();
    URL[] path = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path)) {
      Class<?> orders = loader.loadClass("Orders");
      Constructor<?> made = orders.getDeclaredConstructor(DataSource.class);
      made.setAccessible(true);
      Method add = orders.getDeclaredMethod("add", String.class);
      add.setAccessible(true);
      add.invoke(made.newInstance(source), user);
    }
  }
}
