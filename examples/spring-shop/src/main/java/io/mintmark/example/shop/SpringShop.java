package io.mintmark.example.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the shop. */
@SpringBootApplication
public class SpringShop {

  public static void main(String[] args) {
    SpringApplication.run(SpringShop.class, args);
  }
}
