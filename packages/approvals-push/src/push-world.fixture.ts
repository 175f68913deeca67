import {
  type Clock,
  type OutboundFetch,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { type Treasury, type TreasuryOptions, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { type PushService, type StandInBrowser, openPushService } from "push-for-tests";
import { onTestFinished } from "vitest";
import { push } from "./push.ts";

export const workspaceId = "acme";
export const key: string = btoa("k".repeat(32));
export const contact = "mailto:treasury@example.com";

export interface PushWorld extends PushService {
  readonly treasury: Treasury;
  readonly storage: Storage;
  /** Calls a route as a person. */
  call(person: string, method: string, path: string, body?: object): Promise<Called>;
  /** Subscribes a browser of a person. */
  turnOn(person: string): Promise<StandInBrowser & { readonly id: string }>;
  /** Proposes a spend that needs approval, and waits for the deliveries. */
  propose(): Promise<string>;
  settled(): Promise<void>;
}

export interface Called {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export const spend = { amountUsd: 24.37, vendor: "Namecheap", purpose: "A domain" };
let proposed = 0;

interface WorldOptions {
  readonly options?: Partial<TreasuryOptions>;
  readonly key?: string;
  /** To share the service and the storage of another world. */
  readonly beside?: PushWorld;
  readonly outbound?: OutboundFetch;
}

export async function openPushWorld({
  options = {},
  beside,
  ...given
}: WorldOptions = {}): Promise<PushWorld> {
  const service = beside ?? (await openPushService());
  const storage = beside?.storage ?? memoryStorage(options.clock && { now: options.clock.now });
  const treasury = createTreasury({
    baseUrl: "https://treasury.example.com",
    storage,
    budget: { startingCapitalUsd: 1_000 },
    authenticate: ({ headers }) => {
      const id = headers.get("authorization");
      return id === null ? null : { id, name: `${id} Lovelace` };
    },
    authorizePlugins: () => true,
    plugins: [push({ key: given.key ?? key, contact })],
    outbound: given.outbound ?? service.fetch,
    recoverySeconds: false,
    ...options,
  });
  onTestFinished(() => treasury.close());
  const call: PushWorld["call"] = async (person, method, path, body = {}) => {
    const url = new URL(
      `https://treasury.example.com${treasury.basePath}/plugins/push/subscriptions${path}`,
    );
    const sent = JSON.stringify({ workspaceId, ...body });
    if (method !== "POST") url.searchParams.set("workspaceId", workspaceId);
    const response = await treasury.handler(
      new Request(url, {
        method,
        headers: { authorization: person, "content-type": "application/json" },
        ...(method === "POST" && { body: sent }),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  const settled = async (): Promise<void> => void (await treasury.recover());
  return {
    ...service,
    treasury,
    storage,
    call,
    settled,
    turnOn: async (person) => {
      const { publicKey } = (await call(person, "GET", "")).body;
      const browser = service.subscribe(publicKey);
      const { subscription } = browser;
      const added = await call(person, "POST", "", { subscription, device: "Phone" });
      if (added.status !== 200) throw new Error(JSON.stringify(added.body));
      return { ...browser, id: added.body.subscription.id };
    },
    propose: async () => {
      proposed += 1;
      const purpose = `${spend.purpose} ${proposed}`;
      const { proposal } = await treasury.propose({ workspaceId, ...spend, purpose });
      await settled();
      return proposal.id;
    },
  };
}

export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

export function movableClock(): MovableClock {
  let passed = 0;
  return {
    ...systemClock,
    now: () => Date.now() + passed,
    advance: (milliseconds) => {
      passed += milliseconds;
    },
  };
}
