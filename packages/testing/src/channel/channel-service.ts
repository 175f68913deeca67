import type { Clock, Storage } from "@agent-treasury/provider";
import {
  type Proposal,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type {
  ChannelConformanceOptions,
  ChannelPress,
  ChannelStandIn,
  SignedDelivery,
} from "./channel-test.ts";

const origin = "http://localhost:3000";
const workspaceId = "acme";
const spend = { workspaceId, amountUsd: 24, vendor: "Namecheap", purpose: "A domain." };

export const twoApprovals: Partial<TreasuryOptions> = {
  rules: { version: 1, rules: [{ id: "two-people", then: { requireApprovals: { count: 2 } } }] },
};

/** A treasury with the channel. */
export interface ChannelService {
  readonly standIn: ChannelStandIn;
  readonly treasury: Treasury;
  readonly failures: readonly unknown[];
  /** Ids of two persons and of a stranger. */
  readonly senders: readonly [ada: string, ben: string, stranger: string];
  /** Proposes a spend of 24 USD that needs approval, and waits for its messages. */
  propose(): Promise<Proposal>;
  /** Waits for messages and updates. */
  settled(): Promise<void>;
  advance(milliseconds: number): void;
  /** A delivery for the first message. */
  press(sender: string, press?: Partial<ChannelPress>): SignedDelivery;
  deliver(delivery: SignedDelivery): Promise<number>;
  current(proposalId: string): Promise<Proposal>;
  /** Resolves when the proposal is as expected, because a channel may decide after its response. */
  until(proposalId: string, isReached: (proposal: Proposal) => boolean): Promise<Proposal>;
  /** Closes the treasury, which waits for decisions, and reads the proposal. */
  last(proposalId: string): Promise<Proposal>;
  close(): Promise<void>;
}

export function canDecide({ press }: ChannelStandIn): boolean {
  return press !== undefined;
}

export async function channelService(
  { create, senders = ["U0ADA", "U0BEN", "U0EVE"], options = {} }: ChannelConformanceOptions,
  more: Partial<TreasuryOptions> = {},
): Promise<ChannelService> {
  const { clock, advance } = shiftedClock();
  const memory = memoryStorage({ now: clock.now });
  const storage = unclosed(memory);
  const failures: unknown[] = [];
  const [ada, ben] = senders;
  const people = { [ada]: { id: "ada", name: "Ada" }, [ben]: { id: "ben", name: "Ben" } };
  const standIn = await create({ people, now: clock.now });
  const shared: TreasuryOptions = {
    baseUrl: origin,
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    autoApprovePayees: "any",
    // Rules for several persons require it.
    authenticate: ({ headers }) => (headers.get("authorization") === null ? null : { name: "Dan" }),
    ...options,
    ...more,
    storage,
    clock,
    recoverySeconds: false,
    onFailure: ({ error }) => failures.push(error),
  };
  const treasury = createTreasury({ ...shared, channels: [standIn.channel] });
  const settled = async (): Promise<void> => void (await treasury.recover());
  const current = (proposalId: string): Promise<Proposal> => read(treasury, proposalId);
  return {
    standIn,
    treasury,
    failures,
    senders,
    settled,
    advance,
    current,
    propose: async () => {
      const { proposal } = await treasury.propose(spend);
      await settled();
      return proposal;
    },
    press: (sender, press = {}) => {
      if (standIn.press === undefined) throw new Error("The stand-in has no `press`.");
      return standIn.press({ message: 0, sender, decision: "approve", at: clock.now(), ...press });
    },
    deliver: async ({ headers, body }) => {
      const url = `${origin}${treasury.basePath}/channels/${standIn.channel.id}`;
      const request = new Request(url, { method: "POST", headers, body });
      const response = await treasury.handler(request);
      await response.text();
      return response.status;
    },
    until: async (proposalId, isReached) => {
      for (let reading = 0; reading < readings; reading += 1) {
        const proposal = await current(proposalId);
        if (isReached(proposal)) return proposal;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      throw new Error("expected the decision of a delivery, but nothing changed");
    },
    last: async (proposalId) => {
      await treasury.close();
      return read(createTreasury(shared), proposalId);
    },
    close: async () => {
      await treasury.close();
      await standIn.close?.();
      await memory.close();
    },
  };
}

const readings = 500;
const pauseMs = 5;

async function read(treasury: Treasury, proposalId: string): Promise<Proposal> {
  const { proposals } = await treasury.state(workspaceId);
  const proposal = proposals.find(({ id }) => id === proposalId);
  if (proposal === undefined) throw new Error(`The proposal ${proposalId} does not exist.`);
  return proposal;
}

/** The system's clock, which tests advance. */
function shiftedClock(): { readonly clock: Clock; advance(milliseconds: number): void } {
  let shift = 0;
  return {
    clock: {
      now: () => Date.now() + shift,
      monotonic: () => performance.now() + shift,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(resolve, milliseconds);
          signal?.addEventListener(
            "abort",
            () => {
              clearTimeout(timer);
              reject(signal.reason as Error);
            },
            { once: true },
          );
        }),
    },
    advance: (milliseconds) => {
      shift += milliseconds;
    },
  };
}

/** Stays open when a treasury closes it. */
function unclosed(storage: Storage): Storage {
  return new Proxy(storage, {
    get: (target, name) => {
      if (name === "close") return () => Promise.resolve();
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
}
