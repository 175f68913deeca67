import type { DraftReplay, RuleDraft } from "@agent-treasury/contract";
import type { Doc, Key } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { ruleSetToJson } from "@agent-treasury/rules";
import type { DocumentKind } from "../../../kernel/documents/document-kind.ts";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { readStoredRules } from "../rule-set-doc.ts";

export const draftKind = "rule_draft";

/** A workspace has one. */
export const draftKey: Key = { kind: draftKind, id: "draft" };

/** Has no texts of spends, so that an erasure does not concern it. */
export interface StoredDraft {
  /** As in a publication. */
  readonly rules: string;
  readonly savedAt: number;
  readonly replayDaily: boolean;
  readonly days: number;
  /** Names the running replay, so that the result of one that was replaced is dropped. */
  readonly run: string | null;
  readonly lastReplay: DraftReplay | null;
  readonly problem: string | null;
}

/** Null after a removal. */
export function draftFromDoc(doc: Doc | undefined): StoredDraft | null {
  return fromStored<StoredDraft | null>(doc?.body ?? null);
}

/** @param dueAt time of the next replay. */
export function draftToDoc(draft: StoredDraft, epoch: number, dueAt: number | null): Doc {
  return { ...keptDoc(draftKey, epoch, toStored(draft)), dueAt };
}

/** The next purge removes the document. */
export function removedDraft(epoch: number, now: number): Doc {
  return { ...keptDoc(draftKey, epoch, null), expiresAt: now };
}

export function draftToWire({ rules, savedAt, run: _run, ...draft }: StoredDraft): RuleDraft {
  return {
    ...draft,
    rules: ruleSetToJson(readStoredRules(rules)),
    savedAt: timestamp(savedAt),
  };
}

export const draftDocument: DocumentKind = {
  kind: draftKind,
  erasure: "none",
  eventsOf: (doc, { before }) => {
    const last = draftFromDoc(doc)?.lastReplay ?? null;
    if (last === null || last.at === draftFromDoc(before.doc(doc))?.lastReplay?.at) return [];
    const { days, spends, changed, unknown, totals } = last;
    return [{ kind: "draftReplayed", days, spends, changed, unknown, totals }];
  },
};
