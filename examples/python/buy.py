"""Proposes a spend to Agent Treasury, waits for the decision and prints the outcome."""

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from decimal import Decimal, InvalidOperation
from http.client import HTTPException
from time import sleep
from typing import Literal, NotRequired, TypedDict
from urllib.error import HTTPError
from urllib.request import Request, urlopen

DELAYS_SECONDS = (0.5, 1, 2, 4, 8, 10)
TEMPORARY = {429, 502, 503, 504}


class Spend(TypedDict):
    amountUsd: Decimal
    vendor: str
    purpose: str
    idempotencyKey: NotRequired[str]


class Proposal(TypedDict):
    """The fields that this program reads; openapi.json has all of them."""

    id: str
    status: Literal["pending", "approved", "denied", "executed", "failed"]
    comment: str | None
    failure: str | None
    reference: str | None


class TreasuryError(Exception):
    """The service rejected a request or did not answer."""


class Treasury:
    def __init__(self, url: str, token: str) -> None:
        self._url = url.rstrip("/") + "/api/service/treasury"
        self._headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}

    def propose(self, spend: Spend) -> Proposal:
        return self._send("/proposals", spend)

    def outcome(self, proposal: Proposal) -> Proposal:
        """Waits until a proposal is paid, denied or failed. An approver may need days."""
        while proposal["status"] in ("pending", "approved"):
            proposal = self._send(f"/proposals/{proposal['id']}?wait=55")
        return proposal

    def _send(self, path: str, body: Spend | None = None) -> Proposal:
        """Sends a GET, or a POST with a body. Repeats are safe: an equal spend is the same proposal."""
        data = None if body is None else json.dumps(body, default=float).encode()
        request = Request(self._url + path, data, self._headers)
        for delay in DELAYS_SECONDS:
            try:
                with urlopen(request, timeout=75) as response:
                    answer: dict[str, Proposal] = json.load(response)
                    return answer["proposal"]
            except HTTPError as error:
                message = f"HTTP {error.code}: {error.read(10_000).decode(errors='replace')}"
                if error.code not in TEMPORARY:
                    raise TreasuryError(message) from None
            except (OSError, HTTPException) as error:
                message = f"No answer from {self._url}: {error}"
            sleep(delay)
        raise TreasuryError(f"{message}. Start this program again to continue.")


def usd(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ArgumentTypeError(f"{text!r} is not an amount in USD, such as 24.50") from None


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("amount_usd", type=usd)
    parser.add_argument("vendor")
    parser.add_argument("purpose")
    given = parser.parse_args()
    url, token = os.environ.get("TREASURY_URL"), os.environ.get("TREASURY_TOKEN")
    if not url or not token:
        parser.error("set TREASURY_URL and TREASURY_TOKEN")
    treasury = Treasury(url, token)
    spend: Spend = {"amountUsd": given.amount_usd, "vendor": given.vendor, "purpose": given.purpose}
    try:
        proposal = treasury.outcome(treasury.propose(spend))
    except TreasuryError as error:
        sys.exit(str(error))
    print(json.dumps({key: proposal[key] for key in ("status", "comment", "failure", "reference")}))
    sys.exit(0 if proposal["status"] == "executed" else 1)


if __name__ == "__main__":
    main()
