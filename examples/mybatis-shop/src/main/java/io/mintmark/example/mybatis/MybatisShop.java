package io.mintmark.example.mybatis;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the shop. */
@SpringBootApplication
public class MybatisShop {

  public static void main(String[] args) {
    SpringApplication.run(MybatisShop.class, args);
  }
}
