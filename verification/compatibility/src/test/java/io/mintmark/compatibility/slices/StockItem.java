package io.mintmark.compatibility.slices;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import org.jspecify.annotations.Nullable;

/** Stored by MyBatis-Plus, which requests the id itself. */
@TableName("item")
class StockItem {

  @TableId(type = IdType.ASSIGN_ID)
  private @Nullable Long id;

  public @Nullable Long getId() {
    return id;
  }

  public void setId(Long id) {
    this.id = id;
  }
}
