import { readOutsideText } from "@agent-treasury/contract";
import { Micros, type TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { invalidRequest } from "../../kernel/errors.ts";
import { pageAddress } from "./connected-payments.ts";

/** An endpoint that sells by a rail for incoming payments, for example of `paidEndpoint()`. */
export interface OfferedEndpoint {
  /** The workspace that the endpoint credits. */
  readonly workspaceId: string;
  /** Names the endpoint for the agent. */
  readonly title: string;
  readonly url: string;
  readonly priceUsd: number;
}

export interface EndpointOffer {
  readonly url: string;
  readonly title: string;
  readonly amountUsd: number;
}

/** @throws TreasuryError `invalid_request` for a wrong endpoint, or two with one title. */
export function checkEndpoints(endpoints: readonly OfferedEndpoint[]): void {
  const names = new Set<string>();
  for (const { workspaceId, title, url, priceUsd } of endpoints) {
    amountFromUsd(priceUsd, "priceUsd");
    const isText = title.trim() !== "" && readOutsideText(title).flaw === null;
    if (!isText || !URL.canParse(url)) throw invalid(`${JSON.stringify(title)} is not valid.`);
    const name = JSON.stringify([workspaceId, title]);
    if (names.has(name)) throw invalid(`${JSON.stringify(title)} is listed twice.`);
    names.add(name);
  }
}

/** @throws TreasuryError `invalid_request` with the workspace's endpoints for an unknown title. */
export function offerEndpoint(
  endpoints: readonly OfferedEndpoint[],
  workspaceId: string,
  title: string,
): EndpointOffer {
  const own = endpoints.filter((each) => each.workspaceId === workspaceId);
  const endpoint = own.find((each) => each.title === title);
  if (endpoint === undefined) {
    const titles = own.map((each) => JSON.stringify(each.title)).join(", ");
    throw invalid(`${JSON.stringify(title)} is unknown. The workspace has: ${titles || "none"}.`);
  }
  const price = amountFromUsd(endpoint.priceUsd, "priceUsd");
  return { url: pageAddress(endpoint.url), title, amountUsd: Micros.toUsd(price) };
}

function invalid(message: string): TreasuryError {
  return invalidRequest(`The paid endpoint ${message}`);
}
