"""Asks for numbers on 16 connections that stay open, by http.client, or by redis-py if that is the
second argument. Connects again where nobody listens. For each line of its input it says "busy" when
each caller has had 20 more answers; at the end of its input, how many requests had no answer."""
import http.client
import sys
import threading
import time

CONNECTIONS = 16
PORT = int(sys.argv[1])
TEXT = {"Accept": "text/plain"}
numbers = [[] for _ in range(CONNECTIONS)]
lost = []
finishing = threading.Event()


class Refused(Exception):
    """Nobody listens."""


def by_http():
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)

    def ask():
        if connection.sock is None:
            try:
                connection.connect()
            except ConnectionRefusedError as e:
                raise Refused from e
        try:
            connection.request("POST", "/v1/generators/orders/next", headers=TEXT)
            return connection.getresponse().read().strip()
        except Exception:
            connection.close()
            raise

    return ask


def by_redis():
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    client = redis.Redis(port=PORT, socket_timeout=60, retry=Retry(NoBackoff(), 0))

    def ask():
        try:
            return client.incr("orders")
        except redis.ConnectionError as e:
            if isinstance(e.__cause__ or e.__context__, ConnectionRefusedError):
                raise Refused from e
            raise

    return ask


def ask_until_the_end(ask, answered):
    while not finishing.is_set():
        try:
            answered.append(ask())
        except Refused:
            time.sleep(0.01)
        except Exception as e:
            lost.append(e)
            print(repr(e), file=sys.stderr)


threads = []
for own in numbers:
    caller = by_redis() if sys.argv[2:] == ["redis-py"] else by_http()
    threads.append(threading.Thread(target=ask_until_the_end, args=(caller, own)))
    threads[-1].start()
for line in sys.stdin:
    enough = [len(own) + 20 for own in numbers]
    while any(len(own) < least for own, least in zip(numbers, enough)):
        time.sleep(0.01)
    print("busy", flush=True)
finishing.set()
for thread in threads:
    thread.join()
everything = [number for own in numbers for number in own]
print(f"answered={len(everything)} different={len(set(everything))} lost={len(lost)}", flush=True)
