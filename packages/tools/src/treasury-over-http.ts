import { TreasuryError } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import type { TreasuryAccess } from "./treasury-access.ts";

export interface TreasuryOverHttpOptions {
  /** The service's origin, such as `https://treasury.example.com`. */
  readonly url: string;
  /** The agent's credential: `agt_…`, or a token from the service's configuration. */
  readonly token: string;
  /** Where the service is mounted. Default: `/api/service`. */
  readonly basePath?: string | undefined;
  /** Timeout of a request in milliseconds, including retries. Default: 30 s, longer for waits. */
  readonly timeoutMs?: number | undefined;
  /** Retries after 429, 503 or a broken connection. A retried proposal is the same spend. Default: 2. */
  readonly maximumRetries?: number | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const optionNames: NamesOf<TreasuryOverHttpOptions> = {
  url: true,
  token: true,
  basePath: true,
  timeoutMs: true,
  maximumRetries: true,
  fetch: true,
};

/**
 * Returns an agent's access to a treasury that runs elsewhere. The credential determines the agent
 * and its workspace. Requests reject with the errors of `sdk-client`.
 *
 * @throws TreasuryError `invalid_request` for a `url` that is not absolute, or an empty `token`.
 *
 * @example
 * ```ts
 * const token = process.env["TREASURY_TOKEN"] ?? "";
 * const access = treasuryOverHttp({ url: "https://treasury.example.com", token });
 * const { availableUsd } = await access.readBudget();
 * ```
 */
export function treasuryOverHttp(given: TreasuryOverHttpOptions): TreasuryAccess {
  checkOptions("treasuryOverHttp", given, optionNames);
  const { url: baseUrl, token, ...options } = given;
  // The model would otherwise repeat a call that never has an answer.
  const problem = problemWith(baseUrl, token);
  if (problem !== null) throw new TreasuryError("invalid_request", `treasuryOverHttp: ${problem}`);
  const headers = { authorization: `Bearer ${token}` };
  const { treasury, tabs } = createTreasuryClient({ ...options, baseUrl, headers });
  return {
    readBudget: (call) => treasury.budget({}, call),
    readTabs: async (call) => (await tabs.list({}, call)).tabs,
    propose: (request, call) => treasury.propose(request, call),
    readProposal: ({ proposalId, waitSeconds: wait }, call) =>
      treasury.proposal({ proposalId, wait }, call),
    fetchPaid: (request, call) => treasury.fetchPaid(request, call),
  };
}

function problemWith(url: string, token: string): string | null {
  if (token === "") return "`token` is empty. Pass the agent's credential (agt_…).";
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return null;
  const flaw = url === "" ? "is empty" : "is not an absolute http(s) URL";
  return `\`url\` ${flaw}. Pass the service's origin, such as http://localhost:3000.`;
}
