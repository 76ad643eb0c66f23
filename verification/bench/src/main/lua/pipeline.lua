-- wrk: 16 requests at a time, sent together.
wrk.method = 'POST'
wrk.headers['Accept'] = 'application/json'
init = function(args)
  local requests = {}
  for i = 1, 16 do requests[i] = wrk.format() end
  all = table.concat(requests)
end
request = function() return all end
