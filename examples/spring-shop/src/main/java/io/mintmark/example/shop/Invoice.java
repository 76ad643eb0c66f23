package io.mintmark.example.shop;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An invoice. Its number is gapless: {@link Invoices} takes it in the transaction of the row. */
@Entity
@Table(name = "invoices")
class Invoice {

  @Id
  @Column(length = 15)
  private String number = "";

  @Column(length = 32, unique = true)
  private String orderId = "";

  protected Invoice() {}

  Invoice(String number, String orderId) {
    this.number = number;
    this.orderId = orderId;
  }

  public String getNumber() {
    return number;
  }

  public String getOrderId() {
    return orderId;
  }
}
