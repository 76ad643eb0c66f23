package io.mintmark.example.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the shop with a real MariaDB, from which its ids are claimed too. */
@Tag("long")
final class MariaDbShopTest extends ShopContract {

  private static EngineProcess engine;
  private static Shop shop;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.mariadb(folder);
    shop = startShop();
  }

  private static Shop startShop() {
    return Shop.start(
        "--spring.profiles.active=mariadb",
        "--spring.datasource.url=" + Engines.mariadbUrl(engine.port()));
  }

  @AfterAll
  static void end() {
    if (shop != null) {
      shop.close();
    }
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  Shop shop() {
    return shop;
  }

  @Test
  void secondProcess_makesOtherNumbers_andFindsOrdersOfTheFirst() throws Exception {
    try (Shop second = startShop()) {
      String user = addUser(second);
      List<String> ids = new ArrayList<>();
      for (Shop copy : List.of(shop(), second, shop(), second)) {
        ids.addAll(copy.post("/users/" + user + "/orders", cents(50)).ids());
      }

      assertThat(ids).hasSize(200).doesNotHaveDuplicates();
      assertThat(second.get("/orders/" + ids.get(0)).text("id")).isEqualTo(ids.get(0));
    }
  }

  @Test
  void ids_areClaimed_inTheShopsDatabase() throws Exception {
    try (Connection connection = DriverManager.getConnection(Engines.mariadbUrl(engine.port()));
        Statement statement = connection.createStatement();
        ResultSet lines = statement.executeQuery(
            "select count(*) from mintmark_line where name like 'worker/%'")) {
      assertThat(lines.next()).isTrue();
      assertThat(lines.getInt(1)).isPositive();
    }
  }
}
