import type { TreasuryEventKind } from "@agent-treasury/contract";
import { isTreasuryError, type JsonObject } from "@agent-treasury/provider";
import { outsideJson } from "../../kernel/ledger/outside-json.ts";
import { proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKind, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { cursorWorkspaceId, type EventConsumer } from "../events/index.ts";
import type { ChannelCall } from "./approval-channel.ts";
import {
  addMessage,
  firstOf,
  messagesFromDoc,
  messagesKey,
  type MessagesName,
  referencesIn,
  type SentKind,
  type SentMessages,
} from "./message-references.ts";
import { type MessageDeps, readMessage } from "./read-message.ts";
import type { RegisteredChannel } from "./register-channels.ts";

const longestReference = 1_024;
const catchUpMs = 30_000;

const sendingKinds: { readonly [Kind in TreasuryEventKind]?: SentKind } = {
  proposalCreated: "requested",
  proposalReminder: "reminder",
  proposalEscalated: "escalated",
};

const updatingKinds: readonly TreasuryEventKind[] = [
  "approvalsChanged",
  "proposalDecided",
  "proposalExpired",
  "proposalExecuted",
  "proposalFailed",
  "attentionNeeded",
];

const order: readonly SentKind[] = ["requested", "reminder", "escalated"];

export type Delivering = Required<Pick<EventConsumer, "targets" | "deliver" | "missed">>;

/** Sends and updates the messages of a channel. */
export function channelConsumer(
  deps: MessageDeps,
  channel: RegisteredChannel,
  consumerId: string,
): Delivering {
  const { parts, firstMessage } = channel;
  const sends = order.slice(order.indexOf(firstMessage));
  const sending = Object.entries(sendingKinds).flatMap(([kind, sent]) =>
    sends.includes(sent) ? [kind] : [],
  );
  const kinds = [...sending, ...updatingKinds];
  const messages = messagesOf(deps, consumerId);
  return {
    targets: async (workspaceId) => {
      const targets = (await parts.targets?.(workspaceId)) ?? [""];
      return targets.map((target) => ({ id: target, kinds, since: 0 }));
    },
    deliver: async ({ event, target, signal }) => {
      if (!("proposal" in event)) return;
      const { workspaceId, proposal } = event;
      const place = { workspaceId, proposalId: proposal.id, target, signal };
      const sent = sendingKinds[event.kind];
      if (sent === undefined) await update(deps, channel, messages, place);
      else await send(deps, channel, messages, place, sent);
    },
    // Also for a channel that is newer than the workspace.
    missed: async ({ workspaceId }, target) => {
      for (const proposal of await pendingIn(deps, workspaceId)) {
        const due = sends.find((kind) => hasHappened(kind, proposal));
        // Its own event follows.
        if (due === undefined) continue;
        const signal = AbortSignal.timeout(catchUpMs);
        const place = { workspaceId, proposalId: proposal.id, target, signal };
        await send(deps, channel, messages, place, due).catch(deps.engine.report);
      }
    },
  };
}

interface MessagePlace extends MessagesName {
  readonly signal: AbortSignal;
}

function hasHappened(kind: SentKind, { remindedAt, escalatedAt }: SpendProposal): boolean {
  if (kind === "requested") return true;
  return (kind === "reminder" ? remindedAt : escalatedAt) !== null;
}

async function pendingIn(
  { engine }: MessageDeps,
  workspaceId: string,
): Promise<readonly SpendProposal[]> {
  const [snapshot] = await engine.storage.load([{ workspaceId, keys: [] }]);
  const open = snapshot?.open ?? [];
  return open
    .filter(({ kind }) => kind === proposalKind)
    .map(proposalFromDoc)
    .filter(({ status }) => status === "pending");
}

interface Messages {
  read(name: MessagesName): Promise<SentMessages>;
  add(name: MessagesName, kind: SentKind, reference: JsonObject | null): Promise<unknown>;
}

function messagesOf({ engine }: MessageDeps, consumerId: string): Messages {
  const { storage, committer } = engine;
  const placeOf = ({ workspaceId }: MessagesName) =>
    cursorWorkspaceId(storage, consumerId, workspaceId);
  return {
    read: async (name) => {
      const keys = [messagesKey(name)];
      const [snapshot] = await storage.load([{ workspaceId: placeOf(name), keys }]);
      return messagesFromDoc(snapshot?.found[0]);
    },
    add: (name, kind, reference) => committer.run(placeOf(name), addMessage(name, kind, reference)),
  };
}

/** A proposal that was decided meanwhile needs no message. */
async function send(
  deps: MessageDeps,
  { id, parts }: RegisteredChannel,
  messages: Messages,
  { signal, ...name }: MessagePlace,
  kind: SentKind,
): Promise<void> {
  const known = await messages.read(name);
  if (known[kind] !== undefined) return;
  const message = await readMessage(deps, name, kind);
  if (message?.proposal.status !== "pending") return;
  const call: ChannelCall = { target: name.target, first: firstOf(known), signal };
  const reference = checkedReference(deps, id, await parts.send(message, call));
  await messages.add(name, kind, reference);
}

/** Updates every message, also after a failure of one. */
async function update(
  deps: MessageDeps,
  { parts }: RegisteredChannel,
  messages: Messages,
  { signal, ...name }: MessagePlace,
): Promise<void> {
  if (parts.update === undefined) return;
  const known = await messages.read(name);
  const references = referencesIn(known);
  if (references.length === 0) return;
  const message = await readMessage(deps, name, "changed");
  if (message === null) return;
  const call: ChannelCall = { target: name.target, first: firstOf(known), signal };
  const failures: unknown[] = [];
  for (const reference of references) {
    try {
      await parts.update(reference, message, call);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.find(isTreasuryError) ?? failures[0];
}

/** The message was sent, so a failure would send it again. */
function checkedReference(
  { engine }: MessageDeps,
  id: string,
  reference: JsonObject | null,
): JsonObject | null {
  try {
    if ((reference ?? null) === null) return null;
    return outsideJson(reference, `A reference of channel ${id}`, longestReference) as JsonObject;
  } catch (error) {
    engine.report(error);
    return null;
  }
}
