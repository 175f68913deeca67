import { type Clock, systemClock } from "@agent-treasury/provider";
import {
  type Proposal,
  type SignedInOperator,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { onTestFinished } from "vitest";
import { chat } from "./chat.ts";
import type { Delivery, Service } from "./services.fixture.ts";

const origin = "https://treasury.example.com";

/** Rules under which every spend needs two persons. */
export const twoPersons = {
  rules: { version: 1, rules: [{ id: "two", then: { requireApprovals: { count: 2 } } }] },
} as const;

export interface ChatWorld {
  readonly treasury: Treasury;
  readonly reported: readonly unknown[];
  propose(fields?: object): Promise<string>;
  /** Delivers what the service sends, and waits for its effects. Returns the HTTP status. */
  deliver(delivery: Delivery): Promise<number>;
  /** Calls a route of the page as Ada. */
  onPage(path: string, fields: object): Promise<number>;
  proposal(proposalId: string): Promise<Proposal>;
  settled(): Promise<void>;
  advance(milliseconds: number): void;
}

export function openChatWorld(
  { adapter, thread, users }: Service,
  options: Partial<TreasuryOptions> = {},
): ChatWorld {
  const [ada, ben] = users;
  const people: Record<string, SignedInOperator> = {
    [ada]: { id: "ada", name: "Ada" },
    [ben]: { id: "ben", name: "Ben" },
  };
  let passed = 0;
  const clock: Clock = { ...systemClock, now: () => Date.now() + passed };
  const reported: unknown[] = [];
  const treasury = createTreasury({
    baseUrl: origin,
    storage: memoryStorage({ now: clock.now }),
    clock,
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    authenticate: ({ headers }) =>
      Object.values(people).find(({ id }) => id === headers.get("authorization")) ?? null,
    onFailure: ({ error }) => reported.push(error),
    ...options,
    channels: [chat({ adapter, thread, people })],
  });
  onTestFinished(() => treasury.close());
  const settled = async (): Promise<void> => void (await treasury.recover());
  const post = async (path: string, headers: Delivery["headers"], body: string) => {
    const url = `${origin}${treasury.basePath}${path}`;
    const response = await treasury.handler(new Request(url, { method: "POST", headers, body }));
    await response.text();
    return response.status;
  };
  return {
    treasury,
    reported,
    settled,
    advance: (milliseconds) => {
      passed += milliseconds;
    },
    propose: async (fields = {}) => {
      const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "Renew example.com" };
      const { proposal } = await treasury.propose({ workspaceId: "acme", ...spend, ...fields });
      await settled();
      return proposal.id;
    },
    deliver: ({ headers, body }) => post(`/channels/${adapter.name}`, headers, body),
    onPage: (path, fields) =>
      post(
        `/treasury${path}`,
        { authorization: "ada", "content-type": "application/json" },
        JSON.stringify({ workspaceId: "acme", ...fields }),
      ),
    proposal: async (proposalId) =>
      (await treasury.proposal({ workspaceId: "acme", proposalId })).proposal,
  };
}
