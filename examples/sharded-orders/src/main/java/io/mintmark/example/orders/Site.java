package io.mintmark.example.orders;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Properties;

/** Four empty databases, and the store from which keys are claimed. */
interface Site extends AutoCloseable {

  /** The number of databases in {@code sharding.yaml}. */
  int DATABASES = 4;

  /** Returns a short description. */
  String title();

  /** Returns the JDBC URL of the database {@code order_0}, {@code order_1} and so on. */
  String database(int index);

  /** Returns the URL of the store. */
  String store();

  /** Returns the values of the placeholders in {@code sharding.yaml}. */
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
