package io.mintmark.hibernate.spring;

import io.mintmark.mapper.MintmarkId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

@Entity
class Product {

  @Id
  @MintmarkId("products")
  @Nullable
  Long id;
}
