package io.mintmark.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.key.KeyGenerator;
import io.mintmark.mybatis.Entities.Event;
import io.mintmark.mybatis.Entities.Inexact;
import io.mintmark.mybatis.Entities.Narrow;
import io.mintmark.mybatis.Entities.Numbered;
import io.mintmark.mybatis.Entities.Order;
import io.mintmark.mybatis.Entities.Other;
import io.mintmark.mybatis.Entities.Text;
import io.mintmark.mybatis.Entities.Unrouted;
import io.mintmark.mybatis.Entities.User;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.ibatis.builder.MapperBuilderAssistant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MintmarkIdentifierGeneratorTest {

  private final Mintmark mint = Mintmark.open("memory:");
  private final MintmarkIdentifierGenerator ids =
      MintmarkIdentifierGenerator.of(mint, Entities.CONFIG, Optional.empty());

  @BeforeAll
  static void readTables() {
    List.of(
            User.class,
            Order.class,
            Unrouted.class,
            Event.class,
            Numbered.class,
            Narrow.class,
            Inexact.class,
            Text.class,
            Other.class)
        .forEach(entity -> TableInfoHelper.initTableInfo(
            new MapperBuilderAssistant(new MybatisConfiguration(), ""), entity));
  }

  @AfterEach
  void close() {
    mint.close();
  }

  @Test
  void nextId_table_usesItsGenerator() {
    long first = ids.nextId(new User()).longValue();
    long second = mint.snowflake("users").next();
    assertThat(ids.nextId(new User()).longValue()).isGreaterThan(second);
    assertThat(second).isGreaterThan(first);
    assertThat(ids.nextId(new Numbered())).isEqualTo(1L);
  }

  @Test
  void nextUuid_tableWithSchemaQuotesOrColumn_usesItsGenerator() {
    assertThat(UUID.fromString(ids.nextUUID(new Event())).version()).isEqualTo(7);
    assertThat(ids.nextUUID(new User())).matches("[0-9]+");
  }

  @Test
  void keysWithShards_areRoutedByTheMarkedField() {
    KeyGenerator keys = mint.keys("orders");
    Order order = new Order();
    order.userId = "user-42";

    assertThat(keys.route(ids.nextUUID(order))).isEqualTo(keys.route(keys.nextFor("user-42")));

    order.userId = null;
    assertThatThrownBy(() -> ids.nextUUID(order))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the property with the route id is null:"
            + " entity=io.mintmark.mybatis.Entities$Order, property=userId; no id issued");
    assertThatThrownBy(() -> ids.nextUUID(new Unrouted()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("entity io.mintmark.mybatis.Entities$Unrouted: the keys have shards, and"
            + " not exactly one field is marked @RouteId to route a row: generator=orders,"
            + " marked=[]; no id issued");
  }

  @Test
  void nextId_typeCannotHoldTheId_throws() {
    assertThatThrownBy(() -> ids.nextId(new Narrow()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageMatching("entity io.mintmark.mybatis.Entities\\$Narrow: the id is too high"
            + " for the key's type: property=id, type=java.lang.Integer, id=[0-9]+,"
            + " generator=narrow; it is burned. Use Long");
    assertThatThrownBy(() -> ids.nextId(new Inexact()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the key's type cannot hold a number exactly: property=id,"
            + " type=java.lang.Double; no id issued");
    assertThatThrownBy(() -> ids.nextId(new Text()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("entity io.mintmark.mybatis.Entities$Text: IdType.ASSIGN_ID requires numbers,"
            + " but this generator makes text: generator=texts, kind=objectid; no id issued."
            + " Use IdType.ASSIGN_UUID, and a String");
  }

  @Test
  void nextId_tableWithoutGenerator_throwsUnlessThereIsADefault() {
    assertThatThrownBy(() -> ids.nextId(new Other()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("entity io.mintmark.mybatis.Entities$Other: no generator is configured for"
            + " the table: table=t_other, known=[T_User, t_event.event_id, t_narrow, t_number,"
            + " t_order, t_text, t_ticket]; no id issued. Give a generator 'table: t_other', or"
            + " name one for all other tables in mintmark.mybatis-plus.other-tables");
    assertThatThrownBy(() -> ids.nextId(null))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("an id is requested without an entity");
    assertThatThrownBy(() -> ids.nextId("no entity"))
        .hasMessage("entity java.lang.String: MyBatis-Plus knows no table of it; no id issued");

    MintmarkIdentifierGenerator withOthers =
        MintmarkIdentifierGenerator.of(mint, Entities.CONFIG, Optional.of("rest"));
    long first = withOthers.nextId(new Other()).longValue();
    assertThat(mint.snowflake("rest").next()).isGreaterThan(first);
    assertThat(withOthers.nextId(null).longValue()).isGreaterThan(first);
    assertThat(withOthers.nextUUID(null)).matches("[0-9]+");
  }

  @Test
  void open_wrongConfiguration_reportsAllFaults() {
    Config twice = Config.of(
        Map.of(
            "generators.a.type", "snowflake",
            "generators.a.table", "t_user",
            "generators.b.type", "snowflake",
            "generators.b.table", "T_USER"),
        key -> "mintmark." + key);

    assertThatThrownBy(() -> MintmarkIdentifierGenerator.of(mint, twice, Optional.of("c")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("MyBatis-Plus: mintmark.generators.b: two generators have one table:"
            + " table=T_USER, also=a; keep one, or give each its column; the generator for all"
            + " other tables is not configured: name=c, configured=[a, b]");
    assertThatThrownBy(
            () -> MintmarkIdentifierGenerator.of(mint, Entities.CONFIG, Optional.of("texts"))
                .nextId(null))
        .hasMessageContaining("the ids of the generator for all other tables are text:"
            + " generator=texts, kind=objectid");
  }
}
