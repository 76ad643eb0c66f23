package io.mintmark.example.shop;

import io.mintmark.mapper.MintmarkId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A delivery. Its number restarts each day. All processes of the shop share the count. */
@Entity
@Table(name = "deliveries")
class Delivery {

  @Id
  @MintmarkId("deliveries")
  @Column(length = 19)
  private @Nullable String number;

  @Column(length = 32)
  private String orderId = "";

  protected Delivery() {}

  Delivery(String orderId) {
    this.orderId = orderId;
  }

  public @Nullable String getNumber() {
    return number;
  }

  public String getOrderId() {
    return orderId;
  }
}
