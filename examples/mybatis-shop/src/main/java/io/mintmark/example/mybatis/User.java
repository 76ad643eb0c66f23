package io.mintmark.example.mybatis;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import io.mintmark.jackson.IdAsText;
import org.jspecify.annotations.Nullable;

/**
 * A user. JSON contains its Snowflake id as text, because JavaScript would change the last digits.
 */
@TableName("t_user")
class User {

  @TableId(type = IdType.ASSIGN_ID)
  @IdAsText
  private @Nullable Long id;

  private String name = "";

  /** For MyBatis. */
  User() {}

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
