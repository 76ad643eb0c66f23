package io.mintmark.mybatis;

import io.mintmark.mapper.MintmarkId;
import io.mintmark.uuid.TypeId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/** The entities and mappers of the tests with plain MyBatis. */
final class Rows {

  static final List<String> TABLES = List.of(
      "create table item (id bigint primary key, name varchar(20))",
      "create table purchase (id varchar(40) primary key, user_id varchar(20))");

  private Rows() {}

  /** The superclass with the id, whose type each subclass decides. */
  abstract static class Identified<I> {

    @MintmarkId("items")
    private @Nullable I id;

    @Nullable
    I id() {
      return id;
    }

    void id(I set) {
      id = set;
    }
  }

  static class Item extends Identified<Long> {

    final String name;

    Item(String name) {
      this.name = name;
    }
  }

  static class RoutedByObject {

    @MintmarkId(value = "purchases", route = "buyer")
    @Nullable
    String id;

    final Purchase buyer = new Purchase("ada");
  }

  static class Purchase {

    @MintmarkId(value = "purchases", route = "userId")
    @Nullable
    String id;

    private final @Nullable String userId;

    Purchase(@Nullable String userId) {
      this.userId = userId;
    }

    @Nullable
    String userId() {
      return userId;
    }
  }

  /** A field of every type that can have an id. */
  static class Kinds {

    @MintmarkId("items")
    long primitive;

    @MintmarkId("items")
    @Nullable
    String number;

    @MintmarkId("events")
    @Nullable
    UUID uuid;

    @MintmarkId("pages")
    @Nullable
    String objectId;

    @MintmarkId("members")
    @Nullable
    TypeId typeId;
  }

  @MintmarkId("events")
  abstract static class Base {

    @Nullable
    String id;
  }

  /** An annotated class whose superclass has the id and names another generator. */
  @MintmarkId(value = "purchases", route = "userId")
  static class OnType extends Base {

    final String userId = "ada";
  }

  static class OfSuperclass extends Base {}

  @MintmarkId("items")
  static class OnTypeAndId {

    @MintmarkId("events")
    @Nullable
    UUID id;
  }

  @MintmarkId("items")
  static class OnTypeAndOther {

    @Nullable
    Long id;

    @MintmarkId("events")
    @Nullable
    UUID event;
  }

  @MintmarkId("items")
  record OnRecord(@Nullable Long id, String name) {}

  @MintmarkId("items")
  static class OnTypeWithoutId {

    @Nullable
    Long number;
  }

  record Fixed(@MintmarkId("items") @Nullable Long id, String name) {}

  static class NoSuchGenerator {

    @MintmarkId("item")
    @Nullable
    Long id;
  }

  static class WrongInEveryWay {

    @MintmarkId(value = "events", route = "names")
    @Nullable
    Integer id;

    List<String> names = List.of();
  }

  static class UnknownRoute {

    @MintmarkId(value = "purchases", route = "user")
    @Nullable
    String id;

    @Nullable
    String userId;
  }

  static class OnGetter {

    private long id;

    @MintmarkId("items")
    long getId() {
      return id;
    }
  }

  /** Marks the mappers below, because the package contains mappers of MyBatis-Plus too. */
  interface PlainMapper {}

  interface ItemRows extends PlainMapper {

    @Insert("insert into item (id, name) values (#{id}, #{name})")
    int insert(Item item);

    @Insert("insert into item (id, name) values (#{id}, #{name})")
    int insertRecord(Fixed item);

    @Insert("insert into item (id, name) values (#{one.id}, #{one.name}), (#{two.id}, #{two.name})")
    int insertTwo(@Param("one") Item one, @Param("two") Item two);

    @Insert("<script>insert into item (id, name) values <foreach collection='collection' item='i'"
        + " separator=','>(#{i.id}, #{i.name})</foreach></script>")
    int insertAll(Collection<Item> items);

    @Insert("<script>insert into item (id, name) values <foreach collection='array' item='i'"
        + " separator=','>(#{i.id}, #{i.name})</foreach></script>")
    int insertArray(Item... items);

    @Insert("<script>insert into item (id, name) values <foreach collection='rows' item='i'"
        + " separator=','>(#{i.id}, #{note})</foreach></script>")
    int insertNamed(@Param("rows") List<Item> items, @Param("note") String note);

    @Insert("<script>insert into item (id, name) values <foreach collection='list' item='row'"
        + " separator=','>(#{row.item.id}, #{row.note})</foreach></script>")
    int insertMaps(List<Map<String, Object>> rows);

    @Insert("insert into item (id, name) values (1, 'literal')")
    int insertLiteral();

    @Insert("insert into item (id, name) select id + 1, name from item")
    int insertSelect();

    @Update("update item set name = #{name} where id = #{id}")
    int update(Item item);

    @Insert("insert into item (id) values (1)")
    int insertAny(Object parameter);

    @Insert("insert into item (id, name) select id, name from item where 1 = 0")
    int insertNone(Collection<?> parameters);

    @Select("select id from item order by id")
    List<Long> ids();
  }

  interface PurchaseRows extends PlainMapper {

    @Insert("<script>insert into purchase (id, user_id) values <foreach collection='list' item='p'"
        + " separator=','>(#{p.id}, #{p.userId})</foreach></script>")
    int insertAll(List<Purchase> purchases);

    @Select("select id from purchase")
    List<String> ids();
  }
}
