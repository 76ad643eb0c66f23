package io.mintmark.example.shop;

import io.mintmark.hibernate.MintmarkId;
import io.mintmark.jackson.IdAsText;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** Has a readable key, which says in which database and table the rows of its user lie. */
@Entity
@Table(name = "orders")
class Order {

  @Id
  @MintmarkId(value = "orders", route = "userId")
  @Column(length = 32)
  private @Nullable String id;

  @IdAsText
  private long userId;

  private long cents;

  protected Order() {}

  Order(long userId, long cents) {
    this.userId = userId;
    this.cents = cents;
  }

  public @Nullable String getId() {
    return id;
  }

  public long getUserId() {
    return userId;
  }

  public long getCents() {
    return cents;
  }
}
