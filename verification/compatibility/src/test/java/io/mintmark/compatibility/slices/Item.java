package io.mintmark.compatibility.slices;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import io.mintmark.hibernate.MintmarkId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/** Stored by Hibernate, and by MyBatis-Plus. */
@Entity
public class Item {

  @Id
  @MintmarkId("item")
  @TableId(type = IdType.ASSIGN_ID)
  private @Nullable Long id;

  public @Nullable Long getId() {
    return id;
  }

  public void setId(Long id) {
    this.id = id;
  }
}
