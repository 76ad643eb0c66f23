"""Asks on 16 connections that stay open, until nobody lets a new one in. Says how many requests had
no answer."""
import http.client
import sys
import threading

PORT = int(sys.argv[1])
results = []


def ask():
    answered = lost = 0
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    while True:
        try:
            connection.connect() if connection.sock is None else None
        except OSError:
            break
        try:
            connection.request("POST", "/v1/generators/objectid/next")
            connection.getresponse().read()
            answered += 1
        except (OSError, http.client.HTTPException):
            lost += 1
            break
        if answered == 20:
            sys.stdout.write("busy\n")  # In one piece, as others write too.
            sys.stdout.flush()
    results.append((answered, lost))


threads = [threading.Thread(target=ask) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(f"answered={sum(r[0] for r in results)} lost={sum(r[1] for r in results)}", flush=True)
