import type { JsonObject, Storage } from "@agent-treasury/provider";
import { TreasuryError } from "@agent-treasury/provider";
import {
  type SignedInOperator,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
} from "../../index.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { memoryStorage } from "../../memory.ts";
import { manualClock, type ManualClock } from "../agent/manual-clock.fixture.ts";
import type {
  ApprovalChannel,
  ApprovalMessage,
  ChannelCall,
  ChannelParts,
  SenderDecision,
} from "./approval-channel.ts";

/** Persons by the channel's ids, and by their tokens. */
export const people: Readonly<Record<"U1" | "U2", SignedInOperator>> = {
  U1: { id: "ada", name: "Ada", groups: ["finance"] },
  U2: { id: "ben", name: "Ben", groups: ["board"] },
};

export interface Sent {
  readonly message: ApprovalMessage;
  readonly call: ChannelCall;
}

export interface TestChannel extends ApprovalChannel {
  readonly sent: Sent[];
  readonly updated: (Sent & { readonly reference: JsonObject })[];
  /** Called before a message is sent or updated. */
  answer: (message: ApprovalMessage) => Promise<void> | void;
}

/** A channel whose service signs deliveries with a digest. */
export function testChannel(
  parts: Partial<ChannelParts> = {},
  options: Partial<ApprovalChannel> = {},
): TestChannel {
  const channel: TestChannel = {
    id: "chat",
    people,
    sent: [],
    updated: [],
    answer: () => {},
    register: () => ({
      send: async (message, call) => {
        await channel.answer(message);
        channel.sent.push({ message, call });
        return { number: channel.sent.length };
      },
      update: async (reference, message, call) => {
        await channel.answer(message);
        channel.updated.push({ reference, message, call });
      },
      receiver: {
        signatureHeader: "X-Chat-Signature",
        receive: async ({ body, headers }, decide) => {
          const text = new TextDecoder().decode(body);
          if (headers["x-chat-signature"] !== signatureOf(text)) {
            throw new TreasuryError("unauthenticated", "The signature is not valid.");
          }
          const { kind, text: shown, message } = await decide(JSON.parse(text) as SenderDecision);
          return { kind, text: shown, status: message?.proposal.status ?? null };
        },
      },
      ...parts,
    }),
    ...options,
  };
  return channel;
}

function signatureOf(body: string): string {
  return sha256Hex(`secret ${body}`);
}

export interface ChannelWorld {
  readonly treasury: Treasury;
  readonly storage: Storage;
  readonly clock: ManualClock;
  readonly reported: unknown[];
  /** Proposes a spend that needs approval, and waits for its messages. */
  propose(): Promise<string>;
  /** Waits until events are delivered. */
  settled(): Promise<void>;
  /** A decision by the newest message. */
  decision(sender: string, given?: Partial<SenderDecision>): SenderDecision;
  deliver(decision: object, headers?: Readonly<Record<string, string>>): Promise<Delivered>;
  /** Names of the persons who approved. */
  approvals(proposalId: string): Promise<readonly (string | null)[]>;
  status(proposalId: string): Promise<string | undefined>;
}

export interface Delivered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const spend = { amountUsd: 24, vendor: "Namecheap" };

/** Equal spends would be one proposal. */
let proposed = 0;

export function channelWorld(
  channel: TestChannel = testChannel(),
  options: Partial<TreasuryOptions> = {},
  shared: Partial<Pick<ChannelWorld, "storage" | "clock">> = {},
): ChannelWorld {
  const clock = shared.clock ?? manualClock();
  const storage = shared.storage ?? memoryStorage({ now: clock.now });
  const reported: unknown[] = [];
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    clock,
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    authenticate: ({ headers }) => personOf(headers.get("authorization")),
    onFailure: ({ error }) => reported.push(error),
    ...options,
    channels: [channel],
  });
  const settled = async (): Promise<void> => void (await treasury.recover());
  return {
    treasury,
    storage,
    clock,
    reported,
    settled,
    propose: async () => {
      proposed += 1;
      const purpose = `domain ${proposed}`;
      const { proposal } = await treasury.propose({ workspaceId: "acme", ...spend, purpose });
      await settled();
      return proposal.id;
    },
    decision: (sender, given = {}) => {
      const newest = channel.sent.at(-1);
      if (newest === undefined) throw new Error("No message was sent.");
      const { workspaceId, proposal } = newest.message;
      return {
        workspaceId,
        proposalId: proposal.id,
        digest: proposal.digest ?? "",
        decision: "approve",
        sender,
        evidence: { signature: "v0" },
        ...given,
      };
    },
    deliver: (decision, headers) => deliver(treasury, channel.id, decision, headers),
    approvals: async (proposalId) => {
      const { proposals } = await treasury.state("acme");
      return (proposals.find(({ id }) => id === proposalId)?.approvals.by ?? []).map(
        ({ name }) => name,
      );
    },
    status: async (proposalId) => {
      const { proposals } = await treasury.state("acme");
      return proposals.find(({ id }) => id === proposalId)?.status;
    },
  };
}

function personOf(authorization: string | null): SignedInOperator | null {
  return Object.values(people).find(({ id }) => authorization === `Bearer ${id}`) ?? null;
}

async function deliver(
  { handler }: Treasury,
  id: string,
  decision: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Delivered> {
  const body = JSON.stringify(decision);
  const response = await handler(
    new Request(`http://localhost:3000/api/service/channels/${id}`, {
      method: "POST",
      headers: headers ?? { "x-chat-signature": signatureOf(body) },
      body,
    }),
  );
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text || "{}") as Delivered["body"] };
}
