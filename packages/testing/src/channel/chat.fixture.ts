import { createHmac } from "node:crypto";
import { TreasuryError } from "@agent-treasury/provider";
import type {
  ApprovalChannel,
  ApprovalMessage,
  ChannelParts,
  DecideForSender,
  SenderDecision,
} from "@agent-treasury/treasury-core/channel";
import type { ChannelSetup, ChannelStandIn, ShownMessage } from "./channel-test.ts";

const secret = "a signing secret";
const toleranceMs = 300_000;

export interface ChatFlaws {
  readonly parts?: Partial<ChannelParts>;
  readonly textOf?: (message: ApprovalMessage) => string;
  readonly isOpen?: (message: ApprovalMessage) => boolean;
  readonly isVerified?: (given: string, expected: string, ageMs: number) => boolean;
  readonly decide?: (decide: DecideForSender, decision: SenderDecision) => Promise<unknown>;
}

/** A channel to a chat, with a stand-in that shows its messages and signs its deliveries. */
export function chat({ people }: ChannelSetup, flaws: ChatFlaws = {}): ChannelStandIn {
  const {
    textOf = plainText,
    isOpen = ({ proposal }) => proposal.status === "pending",
    isVerified = (given, expected, ageMs) => given === expected && ageMs <= toleranceMs,
    decide: pass = (decide, decision) => decide(decision),
  } = flaws;
  const shown: { message: ApprovalMessage }[] = [];
  let failing = 0;
  const channel: ApprovalChannel = {
    id: "chat",
    people,
    register: ({ clock }) => ({
      send: async (message) => {
        failing -= 1;
        if (failing >= 0) throw new Error("The chat is down.");
        shown.push({ message });
        return { index: shown.length - 1 };
      },
      update: async ({ index }, message) => {
        shown[Number(index)] = { message };
      },
      receiver: {
        signatureHeader: "x-chat-signature",
        receive: async ({ body, headers }, decide) => {
          const text = new TextDecoder().decode(body);
          const at = headers["x-chat-time"] ?? "";
          const ageMs = Math.abs(clock.now() - Number(at));
          const given = headers["x-chat-signature"] ?? "";
          if (!isVerified(given, signatureOf(at, text), ageMs)) {
            throw new TreasuryError("unauthenticated", "The signature is not valid.");
          }
          await pass(decide, JSON.parse(text) as SenderDecision);
          return "";
        },
      },
      ...flaws.parts,
    }),
  };
  return {
    channel,
    messages: () =>
      shown.map(({ message }) => ({ text: textOf(message), isOpen: isOpen(message) })),
    fail: (requests) => {
      failing = requests;
    },
    press: ({ message: index, sender, decision, at }) => {
      const { workspaceId, proposal } = shown[index]?.message ?? missing(index);
      const { id: proposalId, digest } = proposal;
      const evidence = { signedAt: at };
      const made = { workspaceId, proposalId, digest, decision, sender, evidence };
      const body = JSON.stringify(made);
      const headers = { "x-chat-time": `${at}`, "x-chat-signature": signatureOf(`${at}`, body) };
      return { headers, body };
    },
  };
}

function missing(index: number): never {
  throw new Error(`There is no message ${index}.`);
}

function signatureOf(at: string, body: string): string {
  return createHmac("sha256", secret).update(`${at}:${body}`).digest("hex");
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export function plainText({
  proposal,
  reasons,
  balanceAfterUsd,
  pageUrl,
}: ApprovalMessage): ShownMessage["text"] {
  const { amountUsd, vendor, purpose, status, operator, approvals } = proposal;
  return [
    `Pay ${dollars.format(amountUsd)} to ${vendor}: ${purpose}`,
    ...reasons.map(({ text }) => text),
    `Balance afterwards: ${dollars.format(balanceAfterUsd)}`,
    `${status} ${operator ?? ""} ${approvals.by.map(({ name }) => name).join(", ")}`,
    pageUrl,
  ].join("\n");
}
