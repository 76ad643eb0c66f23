package io.mintmark.compatibility.slices;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;

/** A mapper of MyBatis without MyBatis-Plus. */
@Mapper
interface ItemRows {

  @Insert("insert into item values (#{id})")
  int insert(Item item);
}
