package io.mintmark.example.shop;

import io.mintmark.jackson.IdAsText;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.uuid.TypeId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/**
 * An order. Its readable key contains the database and the table of its user's rows. Its number for
 * the customer does not reveal how many orders exist.
 */
@Entity
@Table(name = "orders")
class Order {

  @Id
  @MintmarkId(value = "orders", route = "userId")
  @Column(length = 32)
  private @Nullable String id;

  private long number;

  @IdAsText
  private long userId;

  @Column(length = 34)
  private @Nullable TypeId product;

  private long cents;

  protected Order() {}

  Order(long number, long userId, TypeId product, long cents) {
    this.number = number;
    this.userId = userId;
    this.product = product;
    this.cents = cents;
  }

  public @Nullable String getId() {
    return id;
  }

  public long getNumber() {
    return number;
  }

  public long getUserId() {
    return userId;
  }

  public @Nullable TypeId getProduct() {
    return product;
  }

  public long getCents() {
    return cents;
  }
}
