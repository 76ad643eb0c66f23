package io.mintmark.compatibility.frameworks;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

/** A bean with the name {@code orders}, which a generator has too. */
@Mapper
interface Orders extends BaseMapper<Shop.Order> {}
