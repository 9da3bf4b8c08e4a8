"""Sends calls, and retries those that are safe to retry."""

from __future__ import annotations

import time

import anyio
import httpx

from ._error import HeliographError
from ._exchange import Answer, Call, Exchange
from ._settings import Settings


class Transport:
    """Sends calls synchronously."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        """Send with an httpx client."""
        self._settings = settings
        self._http = http

    def send(self, call: Call) -> Answer:
        """Send until it succeeds, retries or time run out, or a failure is permanent.

        :raises HeliographError: for every failure.
        """
        exchange = Exchange(self._settings, call)
        while True:
            try:
                return self._attempt(exchange)
            except HeliographError as failure:
                pause = exchange.pause_after(failure)
            time.sleep(pause)

    def pause(self, milliseconds: int) -> None:
        """Wait between calls."""
        time.sleep(milliseconds / 1000)

    def _attempt(self, exchange: Exchange) -> Answer:
        request = exchange.next_request(self._http)
        try:
            # Redirects are not followed: they could carry the key elsewhere.
            response = self._http.send(request, stream=True, auth=None, follow_redirects=False)
            try:
                content = bytearray()
                for chunk in response.iter_bytes():
                    content += chunk
                    # httpx limits each read, not the total.
                    if exchange.time_left <= 0:
                        raise exchange.timed_out() from exchange.failure
            finally:
                response.close()
        except httpx.TimeoutException as cause:
            raise exchange.timed_out() from (exchange.failure or cause)
        except httpx.LocalProtocolError as cause:
            raise exchange.unsendable(cause) from cause
        except httpx.RequestError as cause:
            raise exchange.unreachable(cause) from cause
        return exchange.answer(response, bytes(content))


class AsyncTransport:
    """Sends calls with asyncio or Trio."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        """Send with an httpx client."""
        self._settings = settings
        self._http = http

    async def send(self, call: Call) -> Answer:
        """Send until it succeeds, retries or time run out, or a failure is permanent.

        :raises HeliographError: for every failure. A canceled task ends as usual.
        """
        exchange = Exchange(self._settings, call)
        with anyio.move_on_after(exchange.time_left):
            while True:
                try:
                    return await self._attempt(exchange)
                except HeliographError as failure:
                    pause = exchange.pause_after(failure)
                await anyio.sleep(pause)
        raise exchange.timed_out() from exchange.failure

    async def pause(self, milliseconds: int) -> None:
        """Wait between calls."""
        await anyio.sleep(milliseconds / 1000)

    async def _attempt(self, exchange: Exchange) -> Answer:
        request = exchange.next_request(self._http)
        try:
            response = await self._http.send(
                request, stream=True, auth=None, follow_redirects=False
            )
            try:
                content = await response.aread()
            finally:
                await response.aclose()
        except httpx.TimeoutException as cause:
            raise exchange.timed_out() from (exchange.failure or cause)
        except httpx.LocalProtocolError as cause:
            raise exchange.unsendable(cause) from cause
        except httpx.RequestError as cause:
            raise exchange.unreachable(cause) from cause
        return exchange.answer(response, content)
