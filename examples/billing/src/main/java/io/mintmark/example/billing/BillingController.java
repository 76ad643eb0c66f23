package io.mintmark.example.billing;

import io.mintmark.error.InvalidIdException;
import io.mintmark.example.billing.Invoices.Invoice;
import io.mintmark.gapless.GaplessReport;
import io.mintmark.prefix.PrefixedGenerator;
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
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.jdbc.core.simple.JdbcClient;
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
class BillingController {

  private final JdbcClient jdbc;
  private final Invoices invoices;
  private final PrefixedGenerator customerIds;
  private final Sequence orderNumbers;
  private final Clock clock;

  BillingController(
      JdbcClient jdbc,
      Invoices invoices,
      @Qualifier("customers") PrefixedGenerator customerIds,
      @Qualifier("orders") Sequence orderNumbers,
      Clock clock) {
    this.jdbc = jdbc;
    this.invoices = invoices;
    this.customerIds = customerIds;
    this.orderNumbers = orderNumbers;
    this.clock = clock;
  }

  record NewCustomer(@NotBlank @Size(max = 200) String name) {}

  record Customer(TypeId id, String name) {}

  record NewOrder(@NotNull TypeId customer, @Positive long cents) {}

  record Order(long number, TypeId customer, long cents) {}

  record NewInvoice(long orderNumber) {}

  record Position(long position) {}

  @PostMapping("/customers")
  @ResponseStatus(HttpStatus.CREATED)
  Customer add(@Valid @RequestBody NewCustomer customer) {
    TypeId id = TypeId.parse(customerIds.next());
    int unused = jdbc.sql("INSERT INTO customers (id, name) VALUES (?, ?)")
        .params(id.toString(), customer.name())
        .update();
    return new Customer(id, customer.name());
  }

  /** An id of another type, such as of a product, is refused before the database is asked. */
  @GetMapping("/customers/{id}")
  Customer customer(@PathVariable String id) {
    TypeId parsed = TypeId.parse(id, "customer");
    return jdbc.sql("SELECT name FROM customers WHERE id = ?")
        .param(parsed.toString())
        .query(String.class)
        .optional()
        .map(name -> new Customer(parsed, name))
        .orElseThrow(() -> missing("customer", id));
  }

  @PostMapping("/orders")
  @ResponseStatus(HttpStatus.CREATED)
  Order add(@Valid @RequestBody NewOrder order) {
    Customer customer = customer(order.customer().toString());
    long number = orderNumbers.next();
    int unused = jdbc.sql("INSERT INTO orders (number, customer, cents) VALUES (?, ?, ?)")
        .params(number, customer.id().toString(), order.cents())
        .update();
    return new Order(number, customer.id(), order.cents());
  }

  @GetMapping("/orders/{number}")
  Order order(@PathVariable long number) {
    return jdbc.sql("SELECT customer, cents FROM orders WHERE number = ?")
        .param(number)
        .query((row, index) ->
            new Order(number, TypeId.parse(row.getString("customer")), row.getLong("cents")))
        .optional()
        .orElseThrow(() -> missing("order", number));
  }

  /** The how many-th order it is: for the shop's own staff, as only its key can tell. */
  @GetMapping("/orders/{number}/position")
  Position position(@PathVariable long number) {
    return new Position(orderNumbers.number(order(number).number()));
  }

  @PostMapping("/invoices")
  @ResponseStatus(HttpStatus.CREATED)
  Invoice add(@Valid @RequestBody NewInvoice invoice) {
    Order order = order(invoice.orderNumber());
    try {
      return invoices.issue(order.number(), LocalDate.ofInstant(clock.instant(), clock.getZone()));
    } catch (DuplicateKeyException e) {
      throw new ResponseStatusException(
          HttpStatus.CONFLICT, "the order has an invoice: order=" + order.number(), e);
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

  /** The message of the exception describes the fault of the id and its place. */
  @ExceptionHandler
  ProblemDetail invalid(InvalidIdException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, e.getMessage());
  }

  private static ResponseStatusException missing(String what, Object id) {
    return new ResponseStatusException(HttpStatus.NOT_FOUND, "no such " + what + ": id=" + id);
  }
}
