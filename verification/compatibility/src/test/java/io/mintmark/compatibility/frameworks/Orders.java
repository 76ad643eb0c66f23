package io.mintmark.compatibility.frameworks;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

/** The bean {@code orders}, as is the generator of that name. */
@Mapper
interface Orders extends BaseMapper<Shop.Order> {}
