package io.mintmark.example.mybatis;

import io.mintmark.error.InvalidIdException;
import io.mintmark.key.KeyGenerator;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The shop's HTTP interface. */
@RestController
class ShopController {

  private final UserMapper users;
  private final OrderMapper orders;
  private final KeyGenerator orderKeys;

  ShopController(
      UserMapper users, OrderMapper orders, @Qualifier("orders") KeyGenerator orderKeys) {
    this.users = users;
    this.orders = orders;
    this.orderKeys = orderKeys;
  }

  record NewUser(@NotBlank String name) {}

  record NewOrder(@Positive long cents) {}

  @PostMapping("/users")
  @ResponseStatus(HttpStatus.CREATED)
  public User add(@Valid @RequestBody NewUser user) {
    User added = new User(user.name());
    users.insert(added);
    return added;
  }

  @GetMapping("/users/{id}")
  public User user(@PathVariable long id) {
    return found(users.selectById(id), "user", id);
  }

  /** Inserts all orders of a request as one batch. */
  @PostMapping("/users/{id}/orders")
  @ResponseStatus(HttpStatus.CREATED)
  @Transactional
  public List<Order> add(
      @PathVariable long id, @NotEmpty @RequestBody List<@Valid NewOrder> placed) {
    user(id);
    List<Order> added =
        placed.stream().map(order -> new Order(id, order.cents())).toList();
    orders.insert(added);
    return added;
  }

  @GetMapping("/orders/{id}")
  public Order order(@PathVariable String id) {
    orderKeys.parse(id);
    return found(orders.selectById(id), "order", id);
  }

  /**
   * Replies with the message of the exception, which describes the fault of the id and its
   * position.
   */
  @ExceptionHandler
  ProblemDetail invalid(InvalidIdException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
  }

  private static <T> T found(@Nullable T row, String what, Object id) {
    if (row == null) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such " + what + ": id=" + id);
    }
    return row;
  }
}
