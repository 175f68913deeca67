import type { DraftReplay } from "@agent-treasury/contract";
import { type RuleSet, rulesText } from "@agent-treasury/rules";
import { changed, type Command, unchanged } from "../../../kernel/ledger/command.ts";
import { draftFromDoc, draftKey, draftToDoc, removedDraft, type StoredDraft } from "./draft-doc.ts";

const dayMs = 86_400_000;
/** Longer than a replay. After a crash, another process replays the draft then. */
const claimMs = 900_000;

export interface NewDraft extends Pick<StoredDraft, "replayDaily" | "days"> {
  readonly rules: RuleSet;
}

/** Replaces a saved draft. A daily one is due at once. */
export function saveDraft({ rules, replayDaily, days }: NewDraft): Command<StoredDraft> {
  return {
    name: "save_rule_draft",
    reduce: (ledger, now) => {
      const answer: StoredDraft = {
        rules: rulesText(rules),
        savedAt: now,
        replayDaily,
        days,
        run: null,
        lastReplay: null,
        problem: null,
      };
      const put = [draftToDoc(answer, ledger.head.epoch, replayDaily ? now : null)];
      return changed(ledger, answer, { put });
    },
  };
}

export const removeDraft: Command<null> = {
  name: "remove_rule_draft",
  reads: [draftKey],
  reduce: (ledger, now) => {
    if (draftFromDoc(ledger.doc(draftKey)) === null) return unchanged(null);
    return changed(ledger, null, { put: [removedDraft(ledger.head.epoch, now)] });
  },
};

export interface ClaimedDraft {
  readonly draft: StoredDraft;
  readonly now: number;
}

/** Postpones a due draft for other processes. Null if it is not due. */
export function claimDraft(run: string): Command<ClaimedDraft | null> {
  return {
    name: "claim_rule_draft",
    reads: [draftKey],
    reduce: (ledger, now) => {
      const doc = ledger.doc(draftKey);
      const known = draftFromDoc(doc);
      if (known === null || (doc?.dueAt ?? Number.POSITIVE_INFINITY) > now) return unchanged(null);
      const draft = { ...known, run };
      const put = [draftToDoc(draft, ledger.head.epoch, now + claimMs)];
      return changed(ledger, { draft, now }, { put });
    },
  };
}

/** A replay, or why it failed. */
export type ReplayedDraft = Pick<StoredDraft, "problem"> & { readonly replay: DraftReplay | null };

/** Stores a result. The draft is due again a day later. False if it was replaced meanwhile. */
export function recordReplay(run: string, { replay, problem }: ReplayedDraft): Command<boolean> {
  return {
    name: "record_draft_replay",
    reads: [draftKey],
    reduce: (ledger, now) => {
      const known = draftFromDoc(ledger.doc(draftKey));
      if (known?.run !== run) return unchanged(false);
      const lastReplay = replay ?? known.lastReplay;
      const draft = { ...known, run: null, lastReplay, problem };
      return changed(ledger, true, { put: [draftToDoc(draft, ledger.head.epoch, now + dayMs)] });
    },
  };
}
