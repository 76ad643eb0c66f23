package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.hibernate.Shop.Bill;
import io.mintmark.hibernate.Shop.Code;
import io.mintmark.hibernate.Shop.Customer;
import io.mintmark.hibernate.Shop.Document;
import io.mintmark.hibernate.Shop.Event;
import io.mintmark.hibernate.Shop.Guest;
import io.mintmark.hibernate.Shop.Hotel;
import io.mintmark.hibernate.Shop.Ink;
import io.mintmark.hibernate.Shop.Invoice;
import io.mintmark.hibernate.Shop.Item;
import io.mintmark.hibernate.Shop.ItemKey;
import io.mintmark.hibernate.Shop.Member;
import io.mintmark.hibernate.Shop.Note;
import io.mintmark.hibernate.Shop.Order;
import io.mintmark.hibernate.Shop.Parcel;
import io.mintmark.hibernate.Shop.Receipt;
import io.mintmark.hibernate.Shop.Seat;
import io.mintmark.hibernate.Shop.Stamp;
import io.mintmark.hibernate.Shop.TenantOrder;
import io.mintmark.hibernate.Shop.Ticket;
import io.mintmark.hibernate.Shop.User;
import io.mintmark.hibernate.Shop.Vendor;
import io.mintmark.hibernate.Shop.Visit;
import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import io.mintmark.mapper.MintmarkIdGenerator;
import io.mintmark.objectid.ObjectId;
import io.mintmark.uuid.TypeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Version;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.EventType;
import org.hibernate.query.QueryProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests the ids that Hibernate requests, with entities of every kind of id. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EntityIdsTest {

  private static final int MANY = 1000;

  private SessionFactory factory;

  @BeforeAll
  void open() {
    factory = Factories.open(Factories.GENERATORS, Shop.ENTITIES);
  }

  @AfterAll
  void close() {
    factory.close();
  }

  private <T> T persisted(T entity) {
    factory.inTransaction(session -> session.persist(entity));
    return entity;
  }

  private @Nullable String nameOf(@Nullable Long user) {
    return factory.fromSession(session -> session.find(User.class, user).name);
  }

  @Test
  void hibernate_ofThisRun_isTheExpectedVersion() {
    String version = Version.getVersionString();

    assertThat(System.getProperty("hibernate.expected", version)).isEqualTo(version);
  }

  @Test
  void persist_eachTypeAndKind_hasAnIdOfItsGenerator() {
    assertThat(persisted(new User()).id).isGreaterThan(1L << 50);
    assertThat(persisted(new Invoice()).id).isPositive();
    assertThat(persisted(new Event()).id).extracting(UUID::version).isEqualTo(7);
    assertThat(persisted(new Visit()).getId()).extracting(UUID::version).isEqualTo(7);
    assertThat(persisted(new Document()).id).matches(ObjectId::isValid);
    assertThat(persisted(new Code()).id).matches("C\\d{6}");
    assertThat(persisted(new Receipt()).id).matches("\\d{18,19}");
    assertThat(persisted(new Ticket()).id).matches("ticket_\\d{18,19}[0-9a-z]");
    assertThat(persisted(new Note()).id).isGreaterThan(1L << 50);
  }

  @Test
  void typeId_asIdAndAsProperty_isStoredAsTextAndFound() {
    Member first = persisted(new Member());
    Member second = new Member();
    second.invitedBy = first.id;
    Member found = factory.fromTransaction(session -> {
      session.persist(second);
      session.flush();
      session.clear();
      return session.find(Member.class, second.id);
    });

    assertThat(found.id).isEqualTo(second.id).extracting(TypeId::prefix).isEqualTo("member");
    assertThat(found.invitedBy).isEqualTo(first.id);
    assertThat(persisted(new Member()).invitedBy).isNull();
    List<String> byText = factory.fromSession(session -> session
        .createNativeQuery(
            "select id from Member where invitedBy = '" + first.id + "'", String.class)
        .list());
    assertThat(byText).containsExactly(String.valueOf(second.id));
    Member queried = factory.fromSession(session -> session
        .createSelectionQuery("from Member where invitedBy = :inviter", Member.class)
        .setParameter("inviter", first.id)
        .getSingleResult());
    assertThat(queried.id).isEqualTo(second.id);
  }

  @Test
  void typeId_invalidTextInTheColumn_failsWhenRead() {
    Member member = persisted(new Member());
    factory.inTransaction(session -> session
        .createNativeMutationQuery("update Member set invitedBy = 'member_nonsense'")
        .executeUpdate());

    assertThatThrownBy(() -> factory.fromSession(session -> session.find(Member.class, member.id)))
        .hasStackTraceContaining("not the 26 to 90 characters of a TypeID: length=15");
    factory.inTransaction(session ->
        session.createNativeMutationQuery("update Member set invitedBy = null").executeUpdate());
  }

  @Test
  void persist_annotationOnTheClass_hasAnIdOfItsGenerator() {
    assertThat(persisted(new Customer()).id).isGreaterThan(1L << 50);
    assertThat(persisted(new Guest()).id).isGreaterThan(1L << 50);
    assertThat(persisted(new Bill()).id).isGreaterThan(1L << 50);
    assertThat(persisted(new Ink()).id).isBetween(1L, 1_000_000L);
    assertThat(persisted(new Vendor()).id).matches("C\\d{6}");
    Hotel hotel = new Hotel();
    hotel.setUserId("user-42");
    assertThat(persisted(hotel).getNumber()).startsWith("OD" + place("user-42"));
  }

  @Test
  void annotationOnTheClass_idSetOrMerged_behavesAsOnTheId() {
    Customer set = new Customer();
    set.id = 42L;
    assertThat(persisted(set).id).isEqualTo(42);
    set.name = "after";
    Long updated = factory.fromTransaction(session -> session.merge(set)).id;
    Customer unset = new Customer();
    Long inserted = factory.fromTransaction(session -> session.merge(unset)).id;
    Bill bill = factory.fromTransaction(session -> session.merge(new Bill()));

    assertThat(updated).isEqualTo(42);
    assertThat(factory.fromSession(session -> session.find(Customer.class, 42L)).name)
        .isEqualTo("after");
    assertThat(inserted).isGreaterThan(1L << 50);
    assertThat(bill.id).isGreaterThan(1L << 50);
  }

  @Test
  void persist_manyInATransaction_preparesOneStatement() {
    factory.getStatistics().clear();
    Set<Long> ids = new HashSet<>();

    factory.inTransaction(session -> {
      for (int i = 0; i < MANY; i++) {
        User user = new User();
        session.persist(user);
        ids.add(Objects.requireNonNull(user.id));
      }
    });

    assertThat(ids).hasSize(MANY);
    assertThat(factory.getStatistics().getEntityInsertCount()).isEqualTo(MANY);
    assertThat(factory.getStatistics().getPrepareStatementCount()).isOne();
  }

  @Test
  void persist_withIdSet_keepsIt() {
    User user = new User("set");
    user.id = 42L;
    Invoice invoice = new Invoice();
    invoice.id = 1_000_000;
    persisted(invoice);

    assertThat(persisted(user).id).isEqualTo(42);
    assertThat(nameOf(42L)).isEqualTo("set");
    assertThat(factory.<Object>fromSession(session -> session.find(Invoice.class, 1_000_000L)))
        .isNotNull();
  }

  @Test
  void merge_withoutId_insertsWithANewOne() {
    User merged = factory.fromTransaction(session -> session.merge(new User("new")));
    Invoice invoice = factory.fromTransaction(session -> session.merge(new Invoice()));

    assertThat(nameOf(merged.id)).isEqualTo("new");
    assertThat(invoice.id).isPositive();
  }

  @Test
  void merge_idWithoutRow_insertsWithIt() {
    User user = new User("imported");
    user.id = 4711L;

    assertThat(factory.fromTransaction(session -> session.merge(user)).id).isEqualTo(4711);
    assertThat(nameOf(4711L)).isEqualTo("imported");
  }

  @Test
  void merge_idOfARow_updatesIt() {
    User user = persisted(new User("before"));
    user.name = "after";

    assertThat(factory.fromTransaction(session -> session.merge(user)).id).isEqualTo(user.id);
    assertThat(nameOf(user.id)).isEqualTo("after");
  }

  @Test
  void insert_statelessSession_hasAnId() {
    User user = new User("stateless");
    try (StatelessSession session = factory.openStatelessSession()) {
      session.getTransaction().begin();
      session.insert(user);
      session.getTransaction().commit();
    }

    assertThat(nameOf(user.id)).isEqualTo("stateless");
  }

  @Test
  void persist_routedByAProperty_hasAKeyOfItsShard() {
    Order order = new Order();
    order.userId = "user-42";

    assertThat(persisted(order).id).startsWith("OD" + place("user-42"));
  }

  @Test
  void persist_routedByAnotherEntity_isRoutedByItsId() {
    User owner = persisted(new User("owner"));
    Parcel parcel = new Parcel();
    factory.inTransaction(session -> {
      // The proxy need not be loaded, because it has the id.
      parcel.owner = session.getReference(User.class, owner.id);
      session.persist(parcel);
      assertThat(Hibernate.isInitialized(parcel.owner)).isFalse();
    });

    assertThat(parcel.id).startsWith("OD" + place(String.valueOf(owner.id)));
  }

  private static String place(String routeId) {
    Route route = Shards.of(4, 2).route(routeId);
    return String.format("%02d%02d", route.database(), route.table());
  }

  @Test
  void persist_routeNotSet_failsNamingTheProperty() {
    assertThatThrownBy(() -> persisted(new Order()))
        .hasStackTraceContaining("the property with the route id is not set, or its entity has no"
            + " id yet: @MintmarkId(\"orders\") on " + Order.class.getName() + ".id,"
            + " route=userId; no id issued");
    Parcel parcel = new Parcel();
    parcel.owner = new User();
    assertThatThrownBy(() -> persisted(parcel)).hasStackTraceContaining("route=owner");
  }

  @Test
  void insertSelect_inHql_throwsInHibernate() {
    assertThatThrownBy(() -> factory.inTransaction(
            session -> run(session, "insert into Person (name) select p.name from Person p")))
        .hasStackTraceContaining("without bulk insertion capable identifier generator");
  }

  private static void run(QueryProducer session, String hql) {
    session.createMutationQuery(hql).executeUpdate();
  }

  @Test
  void persist_idClass_fillsTheAnnotatedPart() {
    Item item = persisted(new Item("acme"));
    assertThat(item.number).isPositive();
    ItemKey key = new ItemKey("acme", item.number);
    assertThat(factory.<@Nullable Item>fromSession(session -> session.find(Item.class, key)))
        .isNotNull();
    Seat seat = new Seat();
    seat.setTenant("acme");
    assertThat(persisted(seat).getNumber()).isPositive();
  }

  @Test
  void persist_idClassWithItsPartSet_keepsIt() {
    Item item = new Item("set");
    item.number = 7L;
    assertThat(persisted(item).number).isEqualTo(7);
  }

  @Test
  void persist_idClassRoutedByTheOtherPart_hasAKeyOfItsShard() {
    TenantOrder order = new TenantOrder();
    order.tenant = "acme";
    String number = String.valueOf(persisted(order).number);
    Route route = Shards.of(4, 2).route("acme");
    assertThat(number).startsWith(String.format("OD%02d%02d", route.database(), route.table()));
  }

  @Test
  void persist_embeddedId_fillsTheAnnotatedPart() {
    Stamp stamp = new Stamp();
    stamp.id.tenant = "acme";
    assertThat(persisted(stamp).id.number).isPositive();
  }

  @Test
  void close_factory_closesItsMintmark() {
    SessionFactory other = Factories.open(Factories.GENERATORS, User.class);
    Session session = other.openSession();
    MintmarkIdGenerator ids = (MintmarkIdGenerator) other
        .unwrap(SessionFactoryImplementor.class)
        .getMappingMetamodel()
        .getEntityDescriptor(User.class)
        .getGenerator();
    session.close();
    other.close();

    assertThatThrownBy(() -> ids.generate(
            (SharedSessionContractImplementor) session, new User(), null, EventType.INSERT))
        .isInstanceOf(ClosedException.class);
  }

  @Test
  void generators_inAFile_areFound(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          users: {type: snowflake}
        """);

    try (SessionFactory other = Factories.open(
        Map.of("hibernate.mintmark.config", file.toString(), "hibernate.mintmark.store", "memory:"),
        User.class)) {
      User user = new User("of a file");
      other.inTransaction(session -> session.persist(user));
      assertThat(user.id).isGreaterThan(1L << 50);
    }
  }
}
