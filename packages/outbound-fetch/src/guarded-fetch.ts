import { lookup } from "node:dns/promises";
import {
  type OutboundFetch,
  type OutboundRequest,
  TreasuryError,
  isTreasuryError,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { type Resolve, checkAddresses } from "./check-addresses.ts";
import { checkUrl } from "./check-url.ts";
import { isCidr } from "./public-address.ts";
import { sendRequest } from "./send-request.ts";

export interface GuardedFetchOptions {
  /** Ports that requests may use. Default: 443 only. */
  readonly ports?: readonly number[];
  /** Networks to allow although they are not public, as CIDRs, for example `10.8.0.0/16`. */
  readonly allow?: readonly string[];
  /** Certificates to trust in place of Node's, in PEM. */
  readonly ca?: string;
}

/**
 * Creates a function that requests https addresses which are not trusted.
 *
 * @throws TreasuryError `invalid_request` if `allow` has a value that is not a CIDR.
 * @example
 * const treasury = createTreasury({ ...options, outbound: guardedFetch() });
 */
export function guardedFetch(options: GuardedFetchOptions = {}): OutboundFetch {
  return guardedFetchWith(options, resolveBySystem);
}

const optionNames: NamesOf<GuardedFetchOptions> = { ports: true, allow: true, ca: true };

/** For tests, which pass their own resolver. */
export function guardedFetchWith(options: GuardedFetchOptions, resolve: Resolve): OutboundFetch {
  checkOptions("guardedFetch", options, optionNames);
  const { ports = [443], allow = [], ca } = options;
  const wrong = allow.find((cidr) => !isCidr(cidr));
  if (wrong !== undefined) {
    throw new TreasuryError("invalid_request", `\`allow\` contains ${wrong}, which is not a CIDR.`);
  }
  return async (request) => {
    const url = checkUrl(request.url, ports);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]);
    try {
      const addresses = await within(signal, checkAddresses(url, resolve, allow));
      return await sendRequest(url, { request, addresses, ca, signal });
    } catch (error) {
      throw isTreasuryError(error) ? error : failed(url, request, signal, error);
    }
  };
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  const answers = await lookup(name, { all: true });
  return answers.map(({ address }) => address);
}

/** A running look-up cannot be stopped. */
function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** The message has the host only, because paths often contain secrets. */
function failed(
  { host }: URL,
  { timeoutMs, signal: callers }: OutboundRequest,
  signal: AbortSignal,
  cause: unknown,
): TreasuryError {
  const isLate = signal.aborted && !callers.aborted;
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  const message = isLate
    ? `${host} did not respond within ${timeoutMs / 1000} s.`
    : `The request to ${host} failed${typeof code === "string" ? ` with ${code}` : ""}.`;
  return new TreasuryError("outbound_failed", message, { cause });
}
