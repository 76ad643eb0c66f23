package io.mintmark.jackson;

import com.fasterxml.jackson.core.JsonProcessingException;

/** The operations of a mapper of Jackson 2 or 3 that the tests need. */
interface Mapper {

  String write(Object value);

  <T> T read(String json, Class<T> type);

  /** Makes a mapper of Jackson 2 in the usual way. */
  static Mapper jackson2(boolean longIdsAsText) {
    var mapper = com.fasterxml.jackson.databind.json.JsonMapper.builder()
        .addModule(new MintmarkJackson2Module(longIdsAsText))
        .build();
    return new Mapper() {
      @Override
      public String write(Object value) {
        try {
          return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
          throw new IllegalArgumentException(e.getMessage(), e);
        }
      }

      @Override
      public <T> T read(String json, Class<T> type) {
        try {
          return mapper.readValue(json, type);
        } catch (JsonProcessingException e) {
          throw new IllegalArgumentException(e.getMessage(), e);
        }
      }

      @Override
      public String toString() {
        return "Jackson 2";
      }
    };
  }

  /** Makes a mapper of Jackson 3 in the usual way. */
  static Mapper jackson3(boolean longIdsAsText) {
    var mapper = tools.jackson.databind.json.JsonMapper.builder()
        .addModule(new MintmarkJackson3Module(longIdsAsText))
        .build();
    return new Mapper() {
      @Override
      public String write(Object value) {
        return mapper.writeValueAsString(value);
      }

      @Override
      public <T> T read(String json, Class<T> type) {
        try {
          return mapper.readValue(json, type);
        } catch (tools.jackson.core.JacksonException e) {
          throw new IllegalArgumentException(e.getMessage(), e);
        }
      }

      @Override
      public String toString() {
        return "Jackson 3";
      }
    };
  }
}
