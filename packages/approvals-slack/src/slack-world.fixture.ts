import { type Clock, type Storage, systemClock } from "@agent-treasury/provider";
import {
  type SignedInOperator,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { onTestFinished } from "vitest";
import {
  type PressOptions,
  type SignedDelivery,
  signingSecret,
} from "./slack-deliveries.fixture.ts";
import { type StandInMessage, botToken } from "./slack-methods.fixture.ts";
import { type SlackStandIn, openSlack, shownText } from "./slack-stand-in.fixture.ts";
import { type SlackOptions, slack } from "./slack.ts";

const baseUrl = "https://treasury.example.com";

export const people: Readonly<Record<string, SignedInOperator>> = {
  U0ADA: { id: "ada", name: "Ada", groups: ["finance"] },
  U0BEN: { id: "ben", name: "Ben", groups: ["board"] },
};

/** Rules under which every spend needs two persons. */
export const twoPersons = {
  version: 1,
  rules: [{ id: "two", then: { requireApprovals: { count: 2 } } }],
} as const;

export interface WorldClock extends Clock {
  advance(milliseconds: number): void;
}

/** A treasury with the channel, and a stand-in of Slack. */
export interface SlackWorld {
  readonly treasury: Treasury;
  readonly standIn: SlackStandIn;
  readonly clock: WorldClock;
  /** All commits, as text. */
  readonly stored: string[];
  /** What the treasury logged or reported, as text. */
  readonly logged: string[];
  /** Proposes a spend of $24.00, and delivers its message. */
  propose(fields?: object): Promise<string>;
  /** Delivers events. */
  settled(): Promise<void>;
  /** Presses a button, signed now. */
  press(user: string, actionId: string, options?: PressOptions): SignedDelivery;
  /** Sends a delivery to the treasury by HTTP, and returns the status. */
  deliver(delivery: SignedDelivery): Promise<number>;
  /** Decides on the page, as the person with this id. */
  onPage(person: string, fields: object): Promise<number>;
  withdraw(person: string, proposalId: string): Promise<number>;
  statusOf(proposalId: string): Promise<string | undefined>;
  /** Names of the persons who approved. */
  approvals(proposalId: string): Promise<readonly (string | null)[]>;
  /** The text of a message; the newest by default. */
  shown(message?: StandInMessage): string;
}

export async function openWorld(
  options: Partial<TreasuryOptions> = {},
  slackOptions: Partial<SlackOptions> = {},
): Promise<SlackWorld> {
  const standIn = await openSlack();
  const clock = movableClock();
  const stored: string[] = [];
  const storage = watched(memoryStorage({ now: clock.now }), stored);
  const logged: string[] = [];
  const log = (...given: unknown[]) => void logged.push(JSON.stringify(given));
  const { apiUrl } = standIn;
  const given = { botToken, signingSecret, channel: "C0MONEY", people, apiUrl };
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    storage,
    clock,
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    authenticate: ({ headers }) => personOf(headers.get("authorization")),
    logger: { debug: log, info: log, warn: log, error: log },
    onFailure: ({ error }) => void logged.push(String(error)),
    ...options,
    channels: [slack({ ...given, ...slackOptions })],
  });
  onTestFinished(() => treasury.close());
  const settled = async () => void (await treasury.recover());
  const find = async (proposalId: string) =>
    (await treasury.state("acme")).proposals.find(({ id }) => id === proposalId);
  return {
    treasury,
    standIn,
    clock,
    stored,
    logged,
    settled,
    propose: async (fields = {}) => {
      const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "Renew example.com" };
      const { proposal } = await treasury.propose({ workspaceId: "acme", ...spend, ...fields });
      await settled();
      return proposal.id;
    },
    press: (user, actionId, pressed) =>
      standIn.press(user, actionId, { atMs: clock.now(), ...pressed }),
    deliver: ({ body, headers }) => post(treasury, "/channels/slack", body, headers),
    onPage: (person, fields) => asPerson(treasury, person, "/treasury/decide", fields),
    withdraw: (person, id) => asPerson(treasury, person, `/treasury/proposals/${id}/withdraw`, {}),
    statusOf: async (proposalId) => (await find(proposalId))?.status,
    approvals: async (proposalId) =>
      ((await find(proposalId))?.approvals.by ?? []).map(({ name }) => name),
    shown: (message = standIn.messages.at(-1)) => (message ? shownText(message) : ""),
  };
}

function movableClock(): WorldClock {
  let passed = 0;
  return {
    ...systemClock,
    now: () => Date.now() + passed,
    advance: (milliseconds) => {
      passed += milliseconds;
    },
  };
}

function personOf(token: string | null): SignedInOperator | null {
  return Object.values(people).find(({ id }) => id === token) ?? null;
}

function asPerson(
  treasury: Treasury,
  person: string,
  path: string,
  fields: object,
): Promise<number> {
  const body = JSON.stringify({ workspaceId: "acme", ...fields });
  const headers = { authorization: person, "content-type": "application/json" };
  return post(treasury, path, body, headers);
}

function watched(storage: Storage, stored: string[]): Storage {
  const watchedCommit = (...given: unknown[]) =>
    stored.push(
      JSON.stringify(given, (_key, part) => (typeof part === "bigint" ? `${part}` : part)),
    );
  return new Proxy(storage, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      return (...given: unknown[]) => {
        if (name === "commit") watchedCommit(...given);
        return Reflect.apply(found, target, given) as unknown;
      };
    },
  });
}

async function post(
  { handler, basePath }: Treasury,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const url = `${baseUrl}${basePath}${path}`;
  return (await handler(new Request(url, { method: "POST", body, headers }))).status;
}
