import type { IssuedCredential, ProposalAnswer } from "@agent-treasury/contract";
import type { Storage } from "@agent-treasury/provider";
import {
  type Treasury,
  type TreasuryOptions,
  agentTokens,
  createTreasury,
  operatorTokens,
} from "../../index.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { memoryStorage } from "../../memory.ts";
import { type ManualClock, manualClock } from "../agent/manual-clock.fixture.ts";

export const adasToken = "ada-token";
export const staticToken = "static-agent-token";
export const lamp = { amountUsd: 12, vendor: "Acme", purpose: "a lamp" };

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body & { readonly code?: string };
}

/** Processes with operators, agents, and 1,000 USD in each workspace. */
export interface AgentWorld {
  readonly storage: Storage;
  readonly clock: ManualClock;
  readonly treasury: Treasury;
  open(options?: Partial<TreasuryOptions>): Treasury;
  openWithoutSignIn(options?: Partial<TreasuryOptions>): Treasury;
  issue(request?: object): Promise<IssuedCredential>;
  send<Body = ProposalAnswer>(
    route: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
    signal?: AbortSignal,
  ): Promise<Answer<Body>>;
}

export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

export function agentWorld(options: Partial<TreasuryOptions> = {}): AgentWorld {
  const clock = manualClock();
  const storage = options.storage ?? memoryStorage({ now: clock.now });
  const openWithoutSignIn = (more: Partial<TreasuryOptions> = {}): Treasury =>
    createTreasury({
      autoApprovePayees: "any",
      baseUrl: "http://localhost:3000",
      storage,
      clock,
      budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
      recoverySeconds: false,
      mcp: {
        server: { specificationVersion: "1", answer: async () => new Response("{}") },
        authenticate: agentTokens(`static buyer:acme:${sha256Hex(staticToken)}`),
      },
      ...options,
      ...more,
    });
  const open = (more: Partial<TreasuryOptions> = {}): Treasury =>
    openWithoutSignIn({ authenticate: operatorTokens(`Ada:${sha256Hex(adasToken)}`), ...more });
  const treasury = open();
  return {
    storage,
    clock,
    treasury,
    open,
    openWithoutSignIn,
    send: (route, headers, body, signal) => sendTo(treasury, route, headers, body, signal),
    issue: async (request = {}) => {
      const given = { workspaceId: "acme", agentId: "buyer", name: "Buyer", ...request };
      const route = "POST /treasury/credentials";
      return (await sendTo<IssuedCredential>(treasury, route, bearer(adasToken), given)).body;
    },
  };
}

export async function sendTo<Body = ProposalAnswer>(
  { handler }: Treasury,
  route: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
  signal?: AbortSignal,
): Promise<Answer<Body>> {
  const [method = "", path = ""] = route.split(" ");
  const response = await handler(
    new Request(`http://localhost:3000/api/service${path}`, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }),
  );
  return { status: response.status, body: (await response.json()) as Answer<Body>["body"] };
}
