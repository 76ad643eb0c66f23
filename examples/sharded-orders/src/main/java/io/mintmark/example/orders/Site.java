package io.mintmark.example.orders;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Properties;

/** Four databases with nothing in them, and the store that keys are claimed from. */
interface Site extends AutoCloseable {

  /** How many databases {@code sharding.yaml} has. */
  int DATABASES = 4;

  /** A short description. */
  String title();

  /** The JDBC URL of the database {@code order_0}, {@code order_1} and so on. */
  String database(int index);

  /** The URL of the store. */
  String store();

  /** The values of the placeholders in {@code sharding.yaml}. */
  default Properties placeholders() {
    Properties values = new Properties();
    for (int i = 0; i < DATABASES; i++) {
      values.setProperty("order_" + i, database(i));
    }
    values.setProperty("mintmark", store());
    return values;
  }

  @Override
  void close() throws SQLException, IOException;
}
