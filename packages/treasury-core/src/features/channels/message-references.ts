import type { Doc, JsonObject, Key } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { changed, type Command } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";

/** Kinds of messages that a channel sends. */
export type SentKind = "requested" | "reminder" | "escalated";

/** A reference for each message that was sent. Null for messages that cannot be updated. */
export type SentMessages = { readonly [Kind in SentKind]?: JsonObject | null };

export interface MessagesName {
  readonly workspaceId: string;
  readonly target: string;
  readonly proposalId: string;
}

const kind = "message";
/** From the last message. Later changes of the proposal are not shown in its messages. */
const retainedMs = 90 * 86_400_000;

/** Ids of workspaces and proposals contain no slash. */
export function messagesKey({ workspaceId, target, proposalId }: MessagesName): Key {
  return { kind, id: `${workspaceId}/${target}/${proposalId}` };
}

export function messagesFromDoc(doc: Doc | undefined): SentMessages {
  return doc === undefined ? {} : fromStored<SentMessages>(doc.body);
}

/** Stores the reference of a message. Run it in the workspace of the consumer's cursors. */
export function addMessage(
  name: MessagesName,
  sent: SentKind,
  reference: JsonObject | null,
): Command<SentMessages> {
  return {
    name: "add_message",
    reads: [messagesKey(name)],
    reduce: (ledger, now) => {
      const answer = { ...messagesFromDoc(ledger.doc(messagesKey(name))), [sent]: reference };
      const doc = keptDoc(messagesKey(name), ledger.head.epoch, answer);
      return changed(ledger, answer, { put: [{ ...doc, expiresAt: now + retainedMs }] });
    },
  };
}

/** The first message of a proposal, to which later ones reply. */
export function firstOf({ requested, reminder, escalated }: SentMessages): JsonObject | null {
  return requested ?? reminder ?? escalated ?? null;
}

export function referencesIn({ requested, reminder, escalated }: SentMessages): JsonObject[] {
  return [requested, reminder, escalated].filter((one) => one !== undefined && one !== null);
}
