-- wrk: one request at a time, with a reply in JSON.
wrk.method = 'POST'
wrk.headers['Accept'] = 'application/json'
