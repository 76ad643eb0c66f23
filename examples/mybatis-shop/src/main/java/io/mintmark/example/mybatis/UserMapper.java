package io.mintmark.example.mybatis;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import org.apache.ibatis.annotations.Mapper;

@Mapper
interface UserMapper extends BaseMapper<User> {}
