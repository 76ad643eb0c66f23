package io.mintmark.example.mybatis;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import io.mintmark.jackson.IdAsText;
import org.jspecify.annotations.Nullable;

/** An order. Its readable key contains the time of the order, and ends with a check digit. */
@TableName("t_order")
class Order {

  @TableId(type = IdType.ASSIGN_UUID)
  private @Nullable String id;

  @IdAsText
  private long userId;

  private long cents;

  /** For MyBatis. */
  Order() {}

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
