package io.mintmark.example.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.example.mybatis.Shop.Answer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The tests of the shop for every database. */
abstract class ShopContract {

  private static final String ORDER = "OD\\d{18}[0-9A-Z]";

  /** Returns the shop that all tests of a class call. */
  abstract Shop shop();

  static String addUser(Shop shop) throws Exception {
    return shop.post("/users", "{\"name\": \"Ada\"}").text("id");
  }

  @Test
  void user_isFound_byItsIdAsText() throws Exception {
    Answer added = shop().post("/users", "{\"name\": \"Ada\"}");

    assertThat(added.status()).isEqualTo(201);
    assertThat(added.text("id")).matches("\\d{17,19}");
    Answer found = shop().get("/users/" + added.text("id"));
    assertThat(found.status()).isEqualTo(200);
    assertThat(found.body()).isEqualTo(added.body());
  }

  @Test
  void orders_ofOneCall_haveDistinctNumbers_andAreFound() throws Exception {
    String user = addUser(shop());

    Answer added = shop().post("/users/" + user + "/orders", cents(100));

    assertThat(added.status()).isEqualTo(201);
    assertThat(added.ids()).hasSize(100).doesNotHaveDuplicates().allMatch(id -> id.matches(ORDER));
    Answer last = shop().get("/orders/" + added.ids().get(99));
    assertThat(last.body()).isEqualTo(added.body().get(99));
    assertThat(last.text("userId")).isEqualTo(user);
  }

  static String cents(int orders) {
    return IntStream.rangeClosed(1, orders)
            .mapToObj(i -> "{\"cents\": " + i + "}")
            .toList() + "";
  }

  @Test
  void orderNumber_mistyped_isRefused() throws Exception {
    String user = addUser(shop());
    String id = shop().post("/users/" + user + "/orders", cents(1)).ids().get(0);
    char wrong = id.charAt(9) == '0' ? '1' : '0';

    Answer answer = shop().get("/orders/" + id.substring(0, 9) + wrong + id.substring(10));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text("detail")).contains("check=iso7064-37-36");
  }

  @Test
  void unknownUserAndOrder_areNotFound() throws Exception {
    Answer noUser = shop().get("/users/42");
    Answer noOrders = shop().post("/users/42/orders", cents(1));

    assertThat(List.of(noUser.status(), noOrders.status())).containsOnly(404);
    assertThat(noUser.text("detail")).isEqualTo("no such user: id=42");
    assertThat(noOrders.text("detail")).isEqualTo("no such user: id=42");
  }

  @Test
  void invalidInput_isRejected_andInsertsNothing() throws Exception {
    String user = addUser(shop());

    assertThat(shop().post("/users", "{\"name\": \" \"}").status()).isEqualTo(400);
    assertThat(shop().post("/users/" + user + "/orders", "[]").status()).isEqualTo(400);
    assertThat(shop().post("/users/" + user + "/orders", "[{\"cents\": 0}]").status())
        .isEqualTo(400);
    assertThat(shop().get("/users/Ada").status()).isEqualTo(400);
  }
}
