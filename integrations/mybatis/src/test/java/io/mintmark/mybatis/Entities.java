package io.mintmark.mybatis;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableField;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.mintmark.config.Config;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.uuid.TypeId;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.jspecify.annotations.Nullable;

/** The entities of the tests, their mappers, and the generators of their tables. */
final class Entities {

  static final Config CONFIG = Config.of(
      Map.ofEntries(
          Map.entry("generators.users.type", "snowflake"),
          Map.entry("generators.users.table", "T_User"),
          Map.entry("generators.orders.type", "key"),
          Map.entry("generators.orders.table", "t_order"),
          Map.entry("generators.orders.format", "OD{db:2}{table:4}{time:yyMMddHHmmss}{seq:6}"),
          Map.entry("generators.orders.shards.databases", "4"),
          Map.entry("generators.orders.shards.tables-per-database", "2"),
          Map.entry("generators.events.type", "uuid"),
          Map.entry("generators.events.table", "t_event"),
          Map.entry("generators.events.column", "event_id"),
          Map.entry("generators.numbers.type", "sequence"),
          Map.entry("generators.numbers.table", "t_number"),
          Map.entry("generators.narrow.type", "snowflake"),
          Map.entry("generators.narrow.table", "t_narrow"),
          Map.entry("generators.texts.type", "objectid"),
          Map.entry("generators.texts.table", "t_text"),
          Map.entry("generators.members.type", "typeid"),
          Map.entry("generators.members.prefix", "member"),
          Map.entry("generators.tickets.type", "sequence"),
          Map.entry("generators.tickets.table", "t_ticket"),
          Map.entry("generators.tickets.prefix", "ticket"),
          Map.entry("generators.tickets.check-digit", "true"),
          Map.entry("generators.rest.type", "snowflake")),
      key -> key);

  private Entities() {}

  @TableName("t_user")
  static class User {
    @TableId(type = IdType.ASSIGN_ID)
    @Nullable
    Long id;

    @Nullable
    String name;
  }

  @TableName("t_order")
  static class Order {
    @TableId(type = IdType.ASSIGN_UUID)
    @Nullable
    String id;

    @RouteId
    @Nullable
    String userId;
  }

  /** An order without a route id. */
  @TableName("t_order")
  static class Unrouted {
    @TableId(type = IdType.ASSIGN_UUID)
    @Nullable
    String id;
  }

  @TableName("`shop`.`t_event`")
  static class Event {
    @TableId(value = "event_id", type = IdType.ASSIGN_UUID)
    @Nullable
    String id;
  }

  @TableName("t_number")
  static class Numbered {
    @TableId(type = IdType.ASSIGN_ID)
    @Nullable
    Integer id;
  }

  @TableName("t_narrow")
  static class Narrow {
    @TableId(type = IdType.ASSIGN_ID)
    @Nullable
    Integer id;
  }

  @TableName("t_narrow")
  static class Inexact {
    @TableId(type = IdType.ASSIGN_ID)
    @Nullable
    Double id;
  }

  @TableName("t_text")
  static class Text {
    @TableId(type = IdType.ASSIGN_ID)
    @Nullable
    Long id;
  }

  @TableName("t_other")
  static class Other {
    @TableId(type = IdType.ASSIGN_ID)
    @Nullable
    Long id;
  }

  @Mapper
  interface UserMapper extends BaseMapper<User> {

    @Insert("insert into t_user (id, name) values (#{id}, #{name})")
    int insertByHand(User user);
  }

  /**
   * An entity whose id is a TypeID that the application sets. Another column contains the TypeID of
   * another row.
   */
  @TableName("t_member")
  static class Member {
    @TableId(type = IdType.INPUT)
    @Nullable
    TypeId id;

    @Nullable
    TypeId invitedBy;
  }

  @Mapper
  interface MemberMapper extends BaseMapper<Member> {}

  /** An entity whose id is a TypeID of the generator that the annotation names. */
  @TableName("t_guest")
  static class Guest {
    @TableId(type = IdType.INPUT)
    @MintmarkId("members")
    @Nullable
    TypeId id;
  }

  /** An annotated class. MyBatis-Plus' annotation marks its id, and another field is named id. */
  @TableName("t_guest")
  @MintmarkId("members")
  static class Visitor {
    @TableId(value = "id", type = IdType.INPUT)
    @Nullable
    TypeId number;

    @TableField(exist = false)
    @Nullable
    String id;
  }

  @Mapper
  interface VisitorMapper extends BaseMapper<Visitor> {}

  @Mapper
  interface GuestMapper extends BaseMapper<Guest> {}

  /** An entity whose id is a number after a prefix. */
  @TableName("t_ticket")
  static class Ticket {
    @TableId(type = IdType.ASSIGN_UUID)
    @Nullable
    String id;
  }

  @Mapper
  interface TicketMapper extends BaseMapper<Ticket> {}

  @Mapper
  interface OrderMapper extends BaseMapper<Order> {}
}
