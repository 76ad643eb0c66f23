package io.mintmark.example.shop;

import io.mintmark.jackson.IdAsText;
import io.mintmark.mapper.MintmarkId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/**
 * A user. JSON contains its Snowflake id as text, because JavaScript would change the last digits.
 */
@Entity
@Table(name = "users")
class User {

  @Id
  @MintmarkId("users")
  @IdAsText
  private @Nullable Long id;

  private String name = "";

  protected User() {}

  User(String name) {
    this.name = name;
  }

  public @Nullable Long getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}
