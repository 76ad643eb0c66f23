package io.mintmark.example.shop;

import io.mintmark.error.InvalidIdException;
import io.mintmark.gapless.GaplessReport;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Route;
import io.mintmark.sequence.Sequence;
import io.mintmark.uuid.TypeId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.time.LocalDate;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The HTTP interface. */
@RestController
class ShopController {

  private final UserRepository users;
  private final ProductRepository products;
  private final OrderRepository orders;
  private final DeliveryRepository deliveries;
  private final Invoices invoices;
  private final KeyGenerator orderKeys;
  private final Sequence orderNumbers;
  private final Clock clock;

  ShopController(
      UserRepository users,
      ProductRepository products,
      OrderRepository orders,
      DeliveryRepository deliveries,
      Invoices invoices,
      @Qualifier("orders") KeyGenerator orderKeys,
      @Qualifier("order-numbers") Sequence orderNumbers,
      Clock clock) {
    this.users = users;
    this.products = products;
    this.orders = orders;
    this.deliveries = deliveries;
    this.invoices = invoices;
    this.orderKeys = orderKeys;
    this.orderNumbers = orderNumbers;
    this.clock = clock;
  }

  record NewUser(@NotBlank String name) {}

  record NewProduct(@NotBlank @Size(max = 200) String name) {}

  record NewOrder(
      long userId, @NotNull TypeId product, @Positive long cents) {}

  record NewDelivery(@NotBlank String orderId) {}

  record NewInvoice(@NotBlank String orderId) {}

  record Position(long position) {}

  @PostMapping("/users")
  @ResponseStatus(HttpStatus.CREATED)
  User add(@Valid @RequestBody NewUser user) {
    return users.save(new User(user.name()));
  }

  @GetMapping("/users/{id}")
  User user(@PathVariable long id) {
    return users.findById(id).orElseThrow(() -> missing("user", id));
  }

  @PostMapping("/products")
  @ResponseStatus(HttpStatus.CREATED)
  Product add(@Valid @RequestBody NewProduct product) {
    return products.save(new Product(product.name()));
  }

  /** Refuses an id of another type, for example a customer's, without a query to the database. */
  @GetMapping("/products/{id}")
  Product product(@PathVariable String id) {
    return products.findById(TypeId.parse(id, "product")).orElseThrow(() -> missing("product", id));
  }

  @PostMapping("/orders")
  @ResponseStatus(HttpStatus.CREATED)
  Order add(@Valid @RequestBody NewOrder order) {
    user(order.userId());
    product(order.product().toString());
    return orders.save(
        new Order(orderNumbers.next(), order.userId(), order.product(), order.cents()));
  }

  @GetMapping("/orders/{id}")
  Order order(@PathVariable String id) {
    orderKeys.parse(id);
    return orders.findById(id).orElseThrow(() -> missing("order", id));
  }

  /** Returns an order's database and table. The key contains both, so no lookup is needed. */
  @GetMapping("/orders/{id}/route")
  Route route(@PathVariable String id) {
    return orderKeys.route(id);
  }

  /**
   * Returns an order's position in the sequence of orders, for the shop's staff. Only the secret
   * key of the opaque numbers reveals it.
   */
  @GetMapping("/orders/{id}/position")
  Position position(@PathVariable String id) {
    return new Position(orderNumbers.decode(order(id).getNumber()));
  }

  @PostMapping("/deliveries")
  @ResponseStatus(HttpStatus.CREATED)
  Delivery add(@Valid @RequestBody NewDelivery delivery) {
    order(delivery.orderId());
    return deliveries.save(new Delivery(delivery.orderId()));
  }

  @GetMapping("/deliveries/{number}")
  Delivery delivery(@PathVariable String number) {
    return deliveries.findById(number).orElseThrow(() -> missing("delivery", number));
  }

  @PostMapping("/invoices")
  @ResponseStatus(HttpStatus.CREATED)
  Invoice add(@Valid @RequestBody NewInvoice invoice) {
    String order = invoice.orderId();
    order(order);
    try {
      return invoices.issue(order, LocalDate.ofInstant(clock.instant(), clock.getZone()));
    } catch (DataIntegrityViolationException e) {
      throw new ResponseStatusException(
          HttpStatus.CONFLICT, "the order has an invoice: order=" + order, e);
    }
  }

  @DeleteMapping("/invoices/{number}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(
      @PathVariable String number,
      @RequestParam @NotBlank @Pattern(regexp = "\\P{Cntrl}{1,500}") String reason) {
    invoices.cancel(invoices.find(number).orElseThrow(() -> missing("invoice", number)), reason);
  }

  @GetMapping("/invoices/report")
  GaplessReport report() {
    return invoices.report();
  }

  /**
   * Replies with the message of the exception, which describes the fault of the id and its
   * position.
   */
  @ExceptionHandler
  ProblemDetail invalid(InvalidIdException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
  }

  private static ResponseStatusException missing(String what, Object id) {
    return new ResponseStatusException(HttpStatus.NOT_FOUND, "no such " + what + ": id=" + id);
  }
}
