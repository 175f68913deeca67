import { email, type EmailOptions } from "@agent-treasury/approvals-email";
import { push } from "@agent-treasury/approvals-push";
import { type GuardedFetchOptions, guardedFetch } from "@agent-treasury/outbound-fetch";
import {
  type Clock,
  type OutboundFetch,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { openStore, type StoreAddress } from "../stores/store.ts";
import { payerBudget } from "./payer-task.ts";

/** On the way from a spend to its push, and from there to the mail if no decision follows. */
export const noticeKillPoints = [
  "requested",
  "pushing",
  "pushed",
  "reminded",
  "mailing",
  "mailed",
] as const;

export type NoticeKillPoint = (typeof noticeKillPoints)[number];

/** A process that proposes two spends, approves the second, and notifies until it is killed. */
export interface NotifierTask {
  readonly store: StoreAddress;
  readonly name: string;
  readonly workspaceId: string;
  readonly pushService: GuardedFetchOptions;
  /** Address to which mails are posted. */
  readonly mails: string;
  /** Null to propose nothing, and to end when everything that is due was attempted. */
  readonly killAt: NoticeKillPoint | null;
  /** How far its clock is ahead, so that what an earlier process left is due. */
  readonly aheadMs: number;
  /** Sends a push after its delivery was recorded. */
  readonly recordsFirst?: boolean;
}

/** Longer than leases, delays of attempts, and the time without a decision. */
export const stepMs = 3_900_000;

/** How often a process does what is due. */
export const maintenances = 20;

interface Outward {
  readonly outbound: OutboundFetch;
  readonly sendMail: NonNullable<EmailOptions["transport"]>["sendMail"];
}

export const clockAhead = (aheadMs: number): Clock => ({
  ...systemClock,
  now: () => Date.now() + aheadMs,
});

interface Started extends Outward {
  readonly store: StoreAddress;
  readonly aheadMs: number;
  readonly observed?: (storage: Storage) => Storage;
}

/** The treasury of every process. A mail follows if no decision is made within half an hour. */
export function notifyingTreasury({
  store,
  aheadMs,
  observed = (storage) => storage,
  outbound,
  sendMail,
}: Started): Treasury {
  const clock = clockAhead(aheadMs);
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: observed(openStore(store, clock.now)),
    clock,
    budget: payerBudget,
    authenticate: () => ({ id: "ada", name: "Ada" }),
    authorizePlugins: () => true,
    recoverySeconds: false,
    remindAfterHours: 0.5,
    plugins: [push({ key: btoa("k".repeat(32)), contact: "mailto:treasury@example.com" })],
    outbound,
    channels: [
      {
        ...email({ transport: { sendMail }, from: "treasury@example.com", to: "ada@example.com" }),
        firstMessage: "reminder",
      },
    ],
    onFailure: () => {},
  });
}

/** Calls a function before and after each request that succeeds. */
export function observedFetch(
  options: GuardedFetchOptions,
  before: () => void,
  after: () => void,
): OutboundFetch {
  const fetch = guardedFetch(options);
  return async (request) => {
    before();
    const response = await fetch(request);
    if (response.status < 300) after();
    return response;
  };
}

/** Accepts requests before they are sent. */
export function deferredFetch(fetch: OutboundFetch): {
  readonly outbound: OutboundFetch;
  readonly flush: () => Promise<void>;
} {
  const requests: Parameters<OutboundFetch>[0][] = [];
  return {
    outbound: async (request) => {
      requests.push(request);
      return { status: 201, headers: {}, body: new Uint8Array(), isTruncated: false };
    },
    flush: async () => {
      for (const request of requests.splice(0)) await fetch(request);
    },
  };
}
