import type { ScreeningRules } from "@agent-treasury/screening";
import {
  type LedgerState,
  type Command,
  type Committer,
  composeTreasury,
  changesOn,
  proposeSpend,
} from "../../packages/treasury-core/src/domain.ts";
import { generousTerms, oneCent } from "../ledger/treasury-engine.ts";

/** Small enough that a commit can be sent at once. */
const spendsInCommand = 500;

/** Skips screening, because every text is the same. */
const openGate: ScreeningRules = {
  screen: () => ({ verdict: "safe", reason: "It fills a ledger." }),
};
const policy = composeTreasury({ ...generousTerms, gate: openGate }, {}).policy;

/**
 * Fills a ledger with executed spends by the treasury's own command, so that each has its proposal,
 * claim and chained entry, with many to a commit.
 */
export async function fillLedger(
  committer: Committer,
  workspaceId: string,
  entries: number,
  progress: (done: number) => void,
): Promise<void> {
  for (let done = 0; done < entries;) {
    const count = Math.min(spendsInCommand, entries - done);
    await committer.run(workspaceId, manySpends(count));
    done += count;
    if (done % 100_000 === 0) progress(done);
  }
}

/** One command with the changes of many, each on the state after the previous one. */
function manySpends(count: number): Command<null> {
  return {
    name: "fill_ledger",
    reads: [],
    reduce: (ledger, now) => {
      let { head } = ledger;
      const all = changesOn(ledger, {});
      const entries = [...all.entries];
      const put = [...all.put];
      const claim = [...all.claim];
      for (let made = 0; made < count; made += 1) {
        const spend = proposeSpend(oneCent(), policy);
        const outcome = spend.reduce(booksAt(ledger, head), now);
        if (outcome.kind !== "changed") throw new Error(`A spend was ${outcome.kind}.`);
        const { changes } = outcome;
        head = changes.head;
        entries.push(...changes.entries);
        put.push(...changes.put);
        claim.push(...changes.claim);
      }
      return { kind: "changed", answer: null, changes: { head, entries, put, claim } };
    },
  };
}

/** The same state with a new head. No spend is pending, so nothing else is open. */
function booksAt(ledger: LedgerState, head: LedgerState["head"]): LedgerState {
  return {
    workspaceId: ledger.workspaceId,
    head,
    order: ledger.order,
    openDocs: (kind) => ledger.openDocs(kind),
    doc: (key) => ledger.doc(key),
    request: (keys) => ledger.request(keys),
    isClaimed: (key) => ledger.isClaimed(key),
  };
}
