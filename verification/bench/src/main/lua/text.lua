-- wrk: one request at a time, with a reply in plain text.
wrk.method = 'POST'
wrk.headers['Accept'] = 'text/plain'
