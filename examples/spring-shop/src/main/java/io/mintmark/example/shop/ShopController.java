package io.mintmark.example.shop;

import io.mintmark.error.InvalidIdException;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Route;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What the shop answers over HTTP. */
@RestController
class ShopController {

  private final UserRepository users;
  private final OrderRepository orders;
  private final InvoiceRepository invoices;
  private final KeyGenerator orderKeys;

  ShopController(
      UserRepository users,
      OrderRepository orders,
      InvoiceRepository invoices,
      @Qualifier("orders") KeyGenerator orderKeys) {
    this.users = users;
    this.orders = orders;
    this.invoices = invoices;
    this.orderKeys = orderKeys;
  }

  record NewUser(@NotBlank String name) {}

  record NewOrder(long userId, @Positive long cents) {}

  record NewInvoice(@NotBlank String orderId) {}

  @PostMapping("/users")
  @ResponseStatus(HttpStatus.CREATED)
  User add(@Valid @RequestBody NewUser user) {
    return users.save(new User(user.name()));
  }

  @GetMapping("/users/{id}")
  User user(@PathVariable long id) {
    return users.findById(id).orElseThrow(() -> missing("user", id));
  }

  @PostMapping("/orders")
  @ResponseStatus(HttpStatus.CREATED)
  Order add(@Valid @RequestBody NewOrder order) {
    user(order.userId());
    return orders.save(new Order(order.userId(), order.cents()));
  }

  @GetMapping("/orders/{id}")
  Order order(@PathVariable String id) {
    orderKeys.parse(id);
    return orders.findById(id).orElseThrow(() -> missing("order", id));
  }

  /** Reads it from the key: no table says where an order lies. */
  @GetMapping("/orders/{id}/route")
  Route route(@PathVariable String id) {
    return orderKeys.route(id);
  }

  @PostMapping("/invoices")
  @ResponseStatus(HttpStatus.CREATED)
  Invoice add(@Valid @RequestBody NewInvoice invoice) {
    order(invoice.orderId());
    return invoices.save(new Invoice(invoice.orderId()));
  }

  @GetMapping("/invoices/{number}")
  Invoice invoice(@PathVariable String number) {
    return invoices.findById(number).orElseThrow(() -> missing("invoice", number));
  }

  /** The message of the exception describes the fault of the id and its place. */
  @ExceptionHandler
  ProblemDetail invalid(InvalidIdException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
  }

  private static ResponseStatusException missing(String what, Object id) {
    return new ResponseStatusException(HttpStatus.NOT_FOUND, "no such " + what + ": id=" + id);
  }
}
