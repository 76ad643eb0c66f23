package io.mintmark.compatibility.migrations;

import io.mintmark.mapper.MintmarkId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

@Entity
class Customer {

  @Id
  @MintmarkId("customers")
  @Nullable
  Long id;

  @Nullable
  String name;
}
