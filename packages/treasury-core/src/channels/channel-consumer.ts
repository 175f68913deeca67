import type { TreasuryEvent, TreasuryEventKind } from "@agent-treasury/contract";
import { isTreasuryError, type JsonObject } from "@agent-treasury/provider";
import { cursorWorkspaceId } from "../delivery/cursor.ts";
import type { Delivery, EventConsumer } from "../delivery/event-consumer.ts";
import { outsideJson } from "../ledger/outside-json.ts";
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
const giveUpAfterMs = 3 * 86_400_000;

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

const kinds: readonly string[] = [...Object.keys(sendingKinds), ...updatingKinds];

/** Sends and updates the messages of a channel. */
export function channelConsumer(deps: MessageDeps, channel: RegisteredChannel): EventConsumer {
  const { id, parts } = channel;
  const consumerId = `channel-${id}`;
  const messages = messagesOf(deps, consumerId);
  return {
    id: consumerId,
    giveUpAfterMs,
    targets: async (workspaceId) => {
      const targets = (await parts.targets?.(workspaceId)) ?? [""];
      return targets.map((target) => ({ id: target, kinds, since: 0 }));
    },
    deliver: async (delivery) => {
      const { event } = delivery;
      const sent = sendingKinds[event.kind];
      if (sent !== undefined) await send(deps, channel, messages, delivery, sent);
      else if ("proposal" in event) await update(deps, channel, messages, delivery);
    },
    missed: async ({ workspaceId, commits }, target) => {
      const where = target === "" ? "" : ` to ${target}`;
      deps.engine.report(
        new Error(
          `Channel ${id} did not process the events of ${commits} commits in workspace ${workspaceId}${where}, because they expired after 7 days. Compare its messages with the inbox.`,
        ),
      );
    },
  };
}

interface Messages {
  read(name: MessagesName): Promise<SentMessages>;
  add(name: MessagesName, kind: SentKind, reference: JsonObject | null): Promise<unknown>;
}

function messagesOf({ engine }: MessageDeps, consumerId: string): Messages {
  const workspaceId = cursorWorkspaceId(consumerId);
  return {
    read: async (name) => {
      const keys = [messagesKey(name)];
      const [snapshot] = await engine.storage.load([{ workspaceId, keys }]);
      return messagesFromDoc(snapshot?.found[0]);
    },
    add: (name, kind, reference) =>
      engine.committer.run(workspaceId, addMessage(name, kind, reference)),
  };
}

/** A proposal that was decided meanwhile needs no message. */
async function send(
  deps: MessageDeps,
  { id, parts }: RegisteredChannel,
  messages: Messages,
  { event, target, signal }: Delivery,
  kind: SentKind,
): Promise<void> {
  const { workspaceId, proposalId } = nameIn(event);
  const name = { workspaceId, target, proposalId };
  const known = await messages.read(name);
  if (known[kind] !== undefined) return;
  const message = await readMessage(deps, name, kind);
  if (message?.proposal.status !== "pending") return;
  const call: ChannelCall = { target, first: firstOf(known), signal };
  const reference = checkedReference(deps, id, await parts.send(message, call));
  await messages.add(name, kind, reference);
}

/** Updates every message, also after a failure of one. */
async function update(
  deps: MessageDeps,
  { parts }: RegisteredChannel,
  messages: Messages,
  { event, target, signal }: Delivery,
): Promise<void> {
  if (parts.update === undefined) return;
  const { workspaceId, proposalId } = nameIn(event);
  const name = { workspaceId, target, proposalId };
  const known = await messages.read(name);
  const references = referencesIn(known);
  if (references.length === 0) return;
  const message = await readMessage(deps, name, "changed");
  if (message === null) return;
  const failures: unknown[] = [];
  for (const reference of references) {
    try {
      await parts.update(reference, message, { target, first: firstOf(known), signal });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.find(isTreasuryError) ?? failures[0];
}

function nameIn(event: TreasuryEvent): { workspaceId: string; proposalId: string } {
  if (!("proposal" in event)) throw new Error(`The event ${event.kind} has no proposal.`);
  return { workspaceId: event.workspaceId, proposalId: event.proposal.id };
}

/** The message was sent, so a failure would send it again. */
function checkedReference(
  { engine }: MessageDeps,
  id: string,
  reference: JsonObject | null,
): JsonObject | null {
  try {
    if (reference === null) return null;
    return outsideJson(reference, `A reference of channel ${id}`, longestReference) as JsonObject;
  } catch (error) {
    engine.report(error);
    return null;
  }
}
