package io.mintmark.example.shop;

import io.mintmark.mapper.MintmarkId;
import io.mintmark.uuid.TypeId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A product. Its TypeID begins with the name of its type. */
@Entity
@Table(name = "products")
class Product {

  @Id
  @MintmarkId("products")
  @Column(length = 34)
  private @Nullable TypeId id;

  @Column(length = 200)
  private String name = "";

  protected Product() {}

  Product(String name) {
    this.name = name;
  }

  public @Nullable TypeId getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
