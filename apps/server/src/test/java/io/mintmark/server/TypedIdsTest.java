package io.mintmark.server;

import static io.mintmark.server.Web.json;
import static io.mintmark.server.Web.list;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.key.Route;
import io.mintmark.key.Routing;
import io.mintmark.key.Shards;
import io.mintmark.uuid.TypeId;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests TypeIDs and other ids with a prefix, over both protocols. */
class TypedIdsTest {

  @RegisterExtension
  private static final MemoryServer SERVER = MemoryServer.with("""
      generators:
        members: {type: typeid, prefix: member}
        orders: {type: sequence, prefix: ord, check-digit: true}
        parcels:
          type: key
          format: "par_{db:1}{table:1}{seq:5}{check:iso7064-37-36}"
          shards: {databases: 4, tables-per-database: 8}
      """);

  private static List<?> next(String name, int count) {
    return list(
        json(Web.send(SERVER.get(), "POST", "/v1/generators/" + name + "/next?count=" + count)),
        "ids");
  }

  @Test
  void typeIds_overHttpAndResp_haveTheirTypeAndAscend() throws IOException {
    List<TypeId> overHttp = next("members", 3).stream()
        .map(text -> TypeId.parse(String.valueOf(text), "member"))
        .toList();
    List<?> answer = (List<?>) SERVER.client().call("MINT.NEXT", "members");
    TypeId overResp = TypeId.parse(String.valueOf(answer.get(0)), "member");

    assertThat(overHttp).hasSize(3).isSorted();
    assertThat(overResp).isGreaterThan(overHttp.get(2));
  }

  @Test
  void prefixedIds_overHttpAndResp_areReadBackByInspect() throws IOException {
    assertThat(next("orders", 2)).isEqualTo(List.of("ord_14", "ord_22"));
    assertThat(SERVER.client().call("MINT.NEXT", "orders")).isEqualTo(List.of("ord_3z"));
    assertThat(String.valueOf(SERVER.client().call("INCR", "orders")))
        .startsWith("-ERR INCR works for numbers only; use MINT.NEXT: name=orders");

    String read = Web.send(SERVER.get(), "GET", "/v1/inspect/ord_3z").body();
    assertThat(read).contains("\"kind\":\"number\"", "\"behind-prefix\":\"3\"");
    assertThat(Web.send(SERVER.get(), "GET", "/v1/inspect/ord_3y").body())
        .contains("the check digit is wrong");
  }

  @Test
  void keysWithPrefixRouteAndCheckDigit_overHttpAndResp_areReadBackByInspect() throws IOException {
    Route route = new Shards(4, 8, Routing.HASH).route("user-42");
    String place = "par_" + route.database() + route.table();
    String overHttp = String.valueOf(list(
            json(Web.send(SERVER.get(), "POST", "/v1/generators/parcels/next?route=user-42")),
            "ids")
        .get(0));
    List<?> answer = (List<?>) SERVER.client().call("MINT.NEXT", "parcels", "ROUTE", "user-42");
    String overResp = String.valueOf(answer.get(0));

    assertThat(List.of(overHttp, overResp))
        .allMatch(key -> key.matches(place + "[0-9]{5}[0-9A-Z]"))
        .doesNotHaveDuplicates();
    assertThat(Web.send(SERVER.get(), "GET", "/v1/inspect/" + overHttp).body())
        .contains("\"kind\":\"key:parcels\"");
    String wrong = overHttp.substring(0, 10)
        + (overHttp.charAt(10) == '0' ? '1' : '0')
        + overHttp.substring(11);
    assertThat(Web.send(SERVER.get(), "GET", "/v1/inspect/" + wrong).body())
        .contains("the check digit does not match the text before it");
  }

  @Test
  void typeIds_byIncr_areRefusedNamingTheKind() throws IOException {
    assertThat(String.valueOf(SERVER.client().call("INCR", "members")))
        .isEqualTo("-ERR INCR works for numbers only; use MINT.NEXT: name=members, kind=typeid;"
            + " no id issued");
  }
}
