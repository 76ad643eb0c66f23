package io.mintmark.compatibility.slices;

import io.mintmark.mapper.MintmarkId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/** Stored by Hibernate, and by MyBatis. */
@Entity
public class Item {

  @Id
  @MintmarkId("item")
  private @Nullable Long id;

  public @Nullable Long getId() {
    return id;
  }

  public void setId(Long id) {
    this.id = id;
  }
}
