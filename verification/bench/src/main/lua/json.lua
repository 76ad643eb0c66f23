-- wrk: one request at a time.
wrk.method = 'POST'
wrk.headers['Accept'] = 'application/json'
