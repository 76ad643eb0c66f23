package io.mintmark.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Shards;
import io.mintmark.mybatis.Rows.Fixed;
import io.mintmark.mybatis.Rows.Item;
import io.mintmark.mybatis.Rows.ItemRows;
import io.mintmark.mybatis.Rows.Kinds;
import io.mintmark.mybatis.Rows.Purchase;
import io.mintmark.mybatis.Rows.PurchaseRows;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.ibatis.datasource.unpooled.UnpooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests inserts with plain MyBatis on H2, without Spring. */
class MintmarkIdInterceptorTest {

  private final List<GeneratorObserver.Claim> claims = new CopyOnWriteArrayList<>();
  private final Mintmark mint = Mintmark.builder()
      .store("memory:")
      .observer(new GeneratorObserver() {
        @Override
        public void claimed(Claim claim) {
          claims.add(claim);
        }
      })
      .open();
  private final KeyGenerator purchases =
      mint.keys("purchases", k -> k.format("P{db:2}{table:2}{seq:6}").shards(Shards.of(4, 2)));
  private final SqlSession session = sessions().openSession(true);
  private final ItemRows items = session.getMapper(ItemRows.class);

  private SqlSessionFactory sessions() {
    Configuration configuration = new Configuration(new Environment(
        "test",
        new JdbcTransactionFactory(),
        new UnpooledDataSource("org.h2.Driver", "jdbc:h2:mem:rows;DB_CLOSE_DELAY=-1", "", "")));
    configuration.setLogImpl(StatementLog.class);
    configuration.addInterceptor(MintmarkIdInterceptor.of(mint));
    configuration.addMapper(ItemRows.class);
    configuration.addMapper(PurchaseRows.class);
    return new SqlSessionFactoryBuilder().build(configuration);
  }

  @BeforeEach
  void createTables() throws SQLException {
    mint.sequence("items", s -> s.strict(true));
    mint.uuids("events");
    mint.objectIds("pages");
    GeneratorSettings.of(Map.of("type", "typeid", "prefix", "member"), key -> key)
        .open(mint, "members");
    try (Statement statement = session.getConnection().createStatement()) {
      statement.execute("drop all objects");
      for (String table : Rows.TABLES) {
        statement.execute(table);
      }
    }
  }

  @AfterEach
  void close() {
    session.close();
    mint.close();
  }

  private static List<Item> made(int count) {
    return Stream.generate(() -> new Item("ink")).limit(count).toList();
  }

  private static Long[] upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toArray(Long[]::new);
  }

  @Test
  void insert_privateFieldOfAGenericSuperclass_isFilled() {
    Item item = new Item("ink");

    assertThat(items.insert(item)).isEqualTo(1);

    assertThat(item.id()).isEqualTo(1);
    assertThat(items.ids()).containsExactly(1L);
  }

  @Test
  void insert_idSet_keepsIt() {
    Item item = new Item("ink");
    item.id(7L);
    items.insert(item);

    assertThat(items.ids()).containsExactly(7L);
    assertThat(mint.sequence("items").next()).isEqualTo(1);
  }

  @Test
  void insert_severalParameters_fillsEach() {
    items.insertTwo(new Item("ink"), new Item("pen"));

    assertThat(items.ids()).containsExactly(upTo(2));
  }

  @Test
  void insert_collections_areFilledInTheirOrder() {
    List<Item> list = made(3);
    items.insertAll(list);
    items.insertAll(Set.copyOf(made(2)));
    items.insertArray(made(2).toArray(new Item[0]));
    items.insertNamed(made(2), "note");
    items.insertMaps(made(2).stream()
        .map(i -> Map.<String, Object>of("item", i, "note", "n"))
        .toList());

    assertThat(list).extracting(Item::id).containsExactly(upTo(3));
    assertThat(items.ids()).containsExactly(upTo(11));
  }

  @Test
  void insert_collection_setIdsBetweenMissingOnes_areKept() {
    List<Item> list = made(3);
    list.get(1).id(70L);
    items.insertAll(list);

    assertThat(list).extracting(Item::id).containsExactly(1L, 70L, 2L);
  }

  @Test
  void insert_collection_isOneBatchForEachRoute() {
    List<Purchase> bought = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      bought.add(new Purchase(i % 2 == 0 ? "ada" : "bob"));
    }
    claims.clear();
    session.getMapper(PurchaseRows.class).insertAll(bought);

    assertThat(claims).hasSizeLessThanOrEqualTo(2);
    assertThat(bought)
        .allSatisfy(purchase -> assertThat(purchases.route(String.valueOf(purchase.id)))
            .isEqualTo(purchases.route(purchases.nextFor(String.valueOf(purchase.userId())))));
    assertThat(session.getMapper(PurchaseRows.class).ids())
        .hasSize(100)
        .containsExactlyInAnyOrderElementsOf(
            bought.stream().map(purchase -> String.valueOf(purchase.id)).toList());
  }

  @Test
  void insert_batchExecutor_preparesOneStatement() {
    List<Item> list = made(100);
    try (SqlSession batch = sessions().openSession(ExecutorType.BATCH)) {
      StatementLog.PREPARED.clear();
      list.forEach(batch.getMapper(ItemRows.class)::insert);
      batch.commit();
    }

    assertThat(StatementLog.PREPARED).hasSize(1);
    assertThat(list).extracting(Item::id).containsExactly(upTo(100));
    assertThat(items.ids()).containsExactly(upTo(100));
  }

  @Test
  void insert_everyType_isFilled() {
    Kinds kinds = new Kinds();
    items.insertAny(kinds);

    assertThat(kinds.primitive).isEqualTo(1);
    assertThat(kinds.number).isEqualTo("2");
    assertThat(String.valueOf(kinds.uuid)).hasSize(36);
    assertThat(kinds.objectId).hasSize(24);
    assertThat(String.valueOf(kinds.typeId)).startsWith("member_");
  }

  @Test
  void insert_annotationOnTheType_fillsTheFieldId() {
    Rows.OnType routed = new Rows.OnType();
    Rows.OfSuperclass inherited = new Rows.OfSuperclass();
    Rows.OnTypeAndId both = new Rows.OnTypeAndId();
    Rows.OnTypeAndOther other = new Rows.OnTypeAndOther();
    items.insertNone(List.of(routed, inherited, both, other));

    assertThat(purchases.route(String.valueOf(routed.id)))
        .isEqualTo(purchases.route(purchases.nextFor("ada")));
    assertThat(inherited.id).hasSize(36);
    assertThat(both.id).isNotNull();
    assertThat(other.id).isEqualTo(1);
    assertThat(other.event).isNotNull();
    assertThat(mint.sequence("items").next()).isEqualTo(2);
  }

  @Test
  void insert_annotationOnTheType_idSet_keepsIt() {
    Rows.OnType routed = new Rows.OnType();
    routed.id = "set";
    items.insertNone(List.of(routed, new Rows.OnRecord(7L, "ink")));

    assertThat(routed.id).isEqualTo("set");
  }

  @Test
  void otherStatements_setNoId() {
    Item item = new Item("ink");
    items.update(item);
    items.insertLiteral();
    items.insertSelect();

    assertThat(item.id()).isNull();
    assertThat(items.ids()).containsExactly(upTo(2));
  }

  @Test
  void insert_record_needsItsId() {
    items.insertRecord(new Fixed(7L, "ink"));

    assertThat(items.ids()).containsExactly(7L);
    assertFails(
        rows -> rows.insertRecord(new Fixed(null, "ink")),
        "@MintmarkId(\"items\") on io.mintmark.mybatis.Rows$Fixed.id: the id is not set, and the"
            + " field is final, as in every record, so it cannot be filled; no id issued. Make the"
            + " id before you create the object");
  }

  @Test
  void insert_routeIdMissing_changesNoObject() {
    List<Purchase> bought = List.of(new Purchase("ada"), new Purchase(null));

    assertThatThrownBy(() -> session.getMapper(PurchaseRows.class).insertAll(bought))
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .rootCause()
        .hasMessage("the property with the route id is not set: @MintmarkId(\"purchases\") on"
            + " io.mintmark.mybatis.Rows$Purchase.id, route=userId; no id issued");
    assertThat(bought).extracting(purchase -> purchase.id).containsOnlyNulls();
  }

  @Test
  void insert_closedMintmark_insertsNothing() {
    mint.close();

    assertThatThrownBy(() -> items.insertAll(made(2)))
        .hasRootCauseInstanceOf(ClosedException.class);
    assertThat(items.ids()).isEmpty();
  }

  @Test
  void insert_wrongAnnotation_failsNamingClassAndField() {
    assertFails(
        rows -> rows.insertAny(new Rows.NoSuchGenerator()),
        "@MintmarkId(\"item\") on io.mintmark.mybatis.Rows$NoSuchGenerator.id: no generator has"
            + " this name: name=item; did you mean items?");
    assertFails(
        rows -> rows.insertAny(new Rows.WrongInEveryWay()),
        "@MintmarkId(\"events\") on io.mintmark.mybatis.Rows$WrongInEveryWay.id: the type cannot"
            + " hold this generator's ids: type=java.lang.Integer, generator=events, kind=uuid; use"
            + " UUID or String; ids without shards have no route: generator=events, kind=uuid;"
            + " leave the route out; the property is not one value, so it cannot be a route id:"
            + " route=names, type=java.util.List");
    assertFails(
        rows -> rows.insertAny(new Rows.UnknownRoute()),
        "@MintmarkId(\"purchases\") on io.mintmark.mybatis.Rows$UnknownRoute.id: the entity has no"
            + " such property: route=user; it has [id, userId]");
    assertFails(
        rows -> rows.insertAny(new Rows.RoutedByObject()),
        "@MintmarkId(\"purchases\") on io.mintmark.mybatis.Rows$RoutedByObject.id: the property is"
            + " not one value, so it cannot be a route id: route=buyer,"
            + " type=io.mintmark.mybatis.Rows$Purchase; no id issued. Name a property of that"
            + " object, for example buyer.id");
    assertFails(
        rows -> rows.insertAny(new Rows.OnTypeWithoutId()),
        "@MintmarkId(\"items\") on io.mintmark.mybatis.Rows$OnTypeWithoutId: the class has no field"
            + " with @TableId or with the name id: put the annotation on the id's field");
    assertFails(
        rows -> rows.insertAny(new Rows.OnRecord(null, "ink")),
        "@MintmarkId(\"items\") on io.mintmark.mybatis.Rows$OnRecord.id: the id is not set, and the"
            + " field is final, as in every record, so it cannot be filled; no id issued. Make the"
            + " id before you create the object");
    assertFails(
        rows -> rows.insertAny(new Rows.OnGetter()),
        "@MintmarkId(\"items\") on io.mintmark.mybatis.Rows$OnGetter.getId(): MyBatis fills"
            + " fields, and this is a method: put the annotation on the field");
  }

  private void assertFails(Consumer<ItemRows> insert, String message) {
    int before = items.ids().size();
    assertThatThrownBy(() -> insert.accept(items))
        .rootCause()
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(message);
    assertThat(items.ids()).hasSize(before);
  }
}
