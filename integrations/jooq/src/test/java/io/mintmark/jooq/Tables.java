package io.mintmark.jooq;

import java.util.UUID;
import org.jooq.Name;
import org.jooq.TableField;
import org.jooq.UniqueKey;
import org.jooq.impl.CustomTable;
import org.jooq.impl.DSL;
import org.jooq.impl.Internal;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableRecordImpl;
import org.jooq.impl.UpdatableRecordImpl;

/** Tables and records as jOOQ's code generator writes them. */
final class Tables {

  static final Items ITEM = new Items();
  static final Purchases PURCHASE = new Purchases();
  static final Events EVENT = new Events();

  private Tables() {}

  static final class Items extends CustomTable<Item> {

    private static final long serialVersionUID = 1L;

    final TableField<Item, Long> id = createField(DSL.name("id"), SQLDataType.BIGINT.notNull());
    final TableField<Item, String> name = createField(DSL.name("name"), SQLDataType.VARCHAR(20));
    private final UniqueKey<Item> key = Internal.createUniqueKey(this, DSL.name("pk"), id);

    Items() {
      super(DSL.name("item"));
    }

    @Override
    public Class<Item> getRecordType() {
      return Item.class;
    }

    @Override
    public UniqueKey<Item> getPrimaryKey() {
      return key;
    }
  }

  static final class Item extends UpdatableRecordImpl<Item> {

    private static final long serialVersionUID = 1L;

    Item() {
      super(ITEM);
    }

    static Item named(String name) {
      Item made = new Item();
      made.set(ITEM.name, name);
      return made;
    }
  }

  static final class Purchases extends CustomTable<Purchase> {

    private static final long serialVersionUID = 1L;

    final TableField<Purchase, String> id =
        createField(DSL.name("id"), SQLDataType.VARCHAR(40).notNull());
    final TableField<Purchase, String> userId =
        createField(DSL.name("user_id"), SQLDataType.VARCHAR(20));
    private final UniqueKey<Purchase> key = Internal.createUniqueKey(this, DSL.name("pk"), id);

    Purchases() {
      super(DSL.name("purchase"));
    }

    @Override
    public Class<Purchase> getRecordType() {
      return Purchase.class;
    }

    @Override
    public UniqueKey<Purchase> getPrimaryKey() {
      return key;
    }
  }

  static final class Purchase extends UpdatableRecordImpl<Purchase> {

    private static final long serialVersionUID = 1L;

    Purchase() {
      super(PURCHASE);
    }

    static Purchase of(String user) {
      Purchase made = new Purchase();
      made.set(PURCHASE.userId, user);
      return made;
    }
  }

  /** A table in a schema, without a primary key. */
  static final class Events extends CustomTable<Event> {

    private static final long serialVersionUID = 1L;

    private static final Name NAME = DSL.name("Audit", "EVENT");

    final TableField<Event, UUID> id = createField(DSL.name("Id"), SQLDataType.UUID);
    final TableField<Event, Integer> small = createField(DSL.name("small"), SQLDataType.INTEGER);

    Events() {
      super(NAME);
    }

    @Override
    public Class<Event> getRecordType() {
      return Event.class;
    }
  }

  static final class Event extends TableRecordImpl<Event> {

    private static final long serialVersionUID = 1L;

    Event() {
      super(EVENT);
    }
  }
}
