package io.mintmark.hibernate;

import io.mintmark.mapper.MintmarkId;
import io.mintmark.uuid.TypeId;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Entities with ids of every type and kind. */
final class Shop {

  static final Class<?>[] ENTITIES = {
    User.class,
    Invoice.class,
    Event.class,
    Document.class,
    Code.class,
    Receipt.class,
    Order.class,
    Parcel.class,
    Visit.class,
    Note.class,
    Member.class,
    Ticket.class,
    Item.class,
    TenantOrder.class,
    Seat.class,
    Stamp.class,
    Customer.class,
    Guest.class,
    Bill.class,
    Ink.class,
    Vendor.class,
    Hotel.class
  };

  private Shop() {}

  @Entity(name = "Person")
  static class User {
    @Id
    @MintmarkId("users")
    @Nullable
    Long id;

    @Nullable
    String name;

    User() {}

    User(String name) {
      this.name = name;
    }
  }

  @Entity(name = "Invoice")
  static class Invoice {
    @Id
    @MintmarkId("invoices")
    long id;
  }

  @Entity(name = "Event")
  static class Event {
    @Id
    @MintmarkId("events")
    @Nullable
    UUID id;
  }

  @Entity(name = "Document")
  static class Document {
    @Id
    @MintmarkId("documents")
    @Column(length = 24)
    @Nullable
    String id;
  }

  @Entity(name = "Code")
  static class Code {
    @Id
    @MintmarkId("codes")
    @Column(length = 7)
    @Nullable
    String id;
  }

  @Entity(name = "Receipt")
  static class Receipt {
    @Id
    @MintmarkId("users")
    @Column(length = 19)
    @Nullable
    String id;
  }

  @Entity(name = "CustomerOrder")
  static class Order {
    @Id
    @MintmarkId(value = "orders", route = "userId")
    @Nullable
    String id;

    @Nullable
    String userId;
  }

  @Entity(name = "Parcel")
  static class Parcel {
    @Id
    @MintmarkId(value = "orders", route = "owner")
    @Nullable
    String id;

    @ManyToOne(fetch = FetchType.LAZY)
    @Nullable
    User owner;
  }

  @Entity(name = "Visit")
  static class Visit {
    private @Nullable UUID id;

    @Id
    @MintmarkId("events")
    public @Nullable UUID getId() {
      return id;
    }

    public void setId(UUID id) {
      this.id = id;
    }
  }

  @MappedSuperclass
  abstract static class Identified<I> {
    @Id
    @MintmarkId("users")
    @Nullable
    I id;
  }

  @Entity(name = "Note")
  static class Note extends Identified<Long> {}

  @Entity(name = "Ticket")
  static class Ticket {
    @Id
    @MintmarkId("tickets")
    @Column(length = 27)
    @Nullable
    String id;
  }

  /** An entity with a TypeID as its id. Another column contains the TypeID of another row. */
  @Entity(name = "Member")
  static class Member {
    @Id
    @MintmarkId("members")
    @Nullable
    TypeId id;

    @Nullable
    TypeId invitedBy;
  }

  /** An entity with a composite id. A generator makes the number. */
  @Entity(name = "Item")
  @IdClass(ItemKey.class)
  static class Item {
    @Id
    @Nullable
    String tenant;

    @Id
    @MintmarkId("users")
    @Nullable
    Long number;

    Item() {}

    Item(String tenant) {
      this.tenant = tenant;
    }
  }

  record ItemKey(@Nullable String tenant, @Nullable Long number) {}

  /** An entity whose route id is the other part of its id. */
  @Entity(name = "TenantOrder")
  @IdClass(TenantOrderKey.class)
  static class TenantOrder {
    @Id
    @Nullable
    String tenant;

    @Id
    @MintmarkId(value = "orders", route = "tenant")
    @Column(length = 12)
    @Nullable
    String number;
  }

  record TenantOrderKey(@Nullable String tenant, @Nullable String number) {}

  /** A composite id whose annotations are on getters. */
  @Entity(name = "Seat")
  @IdClass(ItemKey.class)
  static class Seat {
    private @Nullable String tenant;
    private @Nullable Long number;

    @Id
    public @Nullable String getTenant() {
      return tenant;
    }

    public void setTenant(String tenant) {
      this.tenant = tenant;
    }

    @Id
    @MintmarkId("users")
    public @Nullable Long getNumber() {
      return number;
    }

    public void setNumber(Long number) {
      this.number = number;
    }
  }

  @Embeddable
  static class StampKey {
    @Nullable
    String tenant;

    @MintmarkId("users")
    @Nullable
    Long number;

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof StampKey key
          && Objects.equals(tenant, key.tenant)
          && Objects.equals(number, key.number);
    }

    @Override
    public int hashCode() {
      return Objects.hash(tenant, number);
    }
  }

  @Entity(name = "Stamp")
  static class Stamp {
    @EmbeddedId
    StampKey id = new StampKey();
  }

  /** An annotated class. The annotation replaces Hibernate's own generator. */
  @Entity(name = "Customer")
  @MintmarkId("users")
  static class Customer {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Nullable
    Long id;

    @Nullable
    String name;
  }

  /** A subclass in the table of its superclass, which has the annotation. */
  @Entity(name = "Guest")
  static class Guest extends Customer {}

  @MappedSuperclass
  @MintmarkId("users")
  abstract static class Based {
    @Id
    long id;
  }

  @Entity(name = "Bill")
  static class Bill extends Based {}

  /** An entity that replaces the generator of its superclass. */
  @Entity(name = "Ink")
  @MintmarkId("invoices")
  static class Ink extends Based {}

  /** An annotated class whose id is annotated too. */
  @Entity(name = "Vendor")
  @MintmarkId("users")
  static class Vendor {
    @Id
    @MintmarkId("codes")
    @Nullable
    String id;
  }

  @Entity(name = "Hotel")
  @MintmarkId(value = "orders", route = "userId")
  static class Hotel {
    private @Nullable String number;
    private @Nullable String userId;

    @Id
    @Column(length = 12)
    public @Nullable String getNumber() {
      return number;
    }

    public void setNumber(String number) {
      this.number = number;
    }

    public @Nullable String getUserId() {
      return userId;
    }

    public void setUserId(String userId) {
      this.userId = userId;
    }
  }
}
