package io.mintmark.compatibility.frameworks;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.mapper.MintmarkId;
import jakarta.persistence.Entity;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** An application with every framework, in which only properties mention Mintmark. */
@SpringBootApplication
class Shop {

  @Bean
  MeterRegistry meters() {
    return new SimpleMeterRegistry();
  }

  /** Stored by Hibernate. */
  @Entity(name = "users")
  static class User {

    @jakarta.persistence.Id
    @MintmarkId("users")
    @Nullable
    Long id;
  }

  /** Stored by Spring Data JDBC. */
  @Table("PRODUCT")
  record Product(@Id @MintmarkId("products") @Nullable Long id, String name) {}

  /** Stored by MyBatis-Plus. */
  @TableName("t_order")
  static class Order {

    @TableId(type = IdType.ASSIGN_UUID)
    @Nullable
    String id;

    @Nullable
    String note;

    public @Nullable String getId() {
      return id;
    }

    public void setId(@Nullable String id) {
      this.id = id;
    }

    public @Nullable String getNote() {
      return note;
    }

    public void setNote(@Nullable String note) {
      this.note = note;
    }
  }
}
