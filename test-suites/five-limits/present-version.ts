import { isTreasuryError, type Micros, type Storage } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  calendarOf,
  captureSpend,
  changesOn,
  type Command,
  Committer,
  decideProposal,
  type LedgerState,
  post,
  proposalFromDoc,
  proposalKey,
  type Opinion,
  proposeSpend,
  releaseSpend,
  resetWorkspace,
  setBudget,
  type SpendingPolicy,
  StorageClock,
  treasuryMaintenance,
  treasuryOpening,
} from "../../packages/treasury-core/src/domain.ts";
import { type HistoryClock } from "../histories/history-clock.ts";
import { seededRandom } from "../histories/random.ts";
import type { ComparedAccount, ComparedProposal, StepOutcome, StepResult } from "./compared.ts";
import type { Settings, Step } from "./history.ts";
import {
  approver,
  holdOf,
  judgeReason,
  payment,
  policyOf,
  postingOf,
  releaseReason,
  requestOf,
  workspaceId,
} from "./requests.ts";

export interface PresentResult extends StepResult {
  /** The time at which the step was decided. */
  readonly now: number;
}

/** The present version on a storage in memory. */
export interface PresentVersion {
  /** Continues in another process, which has nothing cached. */
  openProcess(): void;
  take(step: Step<Micros>, salt: string): Promise<PresentResult>;
  /** The proposals with these ids, by id. */
  proposals(ids: readonly string[]): Promise<ReadonlyMap<string, ComparedProposal>>;
  close(): Promise<void>;
}

export function presentVersion(settings: Settings, clock: HistoryClock): PresentVersion {
  const storage = memoryStorage({ now: clock.now });
  const policy = policyOf(settings);
  let committer = openCommitter(settings, storage, clock);
  return {
    openProcess: () => {
      committer = openCommitter(settings, storage, clock);
    },
    take: async (step, salt) => {
      const command = commandOf(step, policy, salt);
      let seen: { readonly now: number; readonly account: ComparedAccount } | null = null;
      const reduce = (ledger: LedgerState, now: number): ReturnType<typeof command.reduce> => {
        seen = { now, account: ledger.head.account };
        const outcome = command.reduce(ledger, now);
        const { head } = outcome.kind === "changed" ? outcome.changes : ledger;
        seen = { now, account: head.account };
        return outcome;
      };
      const outcome = await outcomeOf(committer.run(workspaceId, { ...command, reduce }));
      if (seen === null) throw new Error("The step was not decided.");
      return { ...(seen as { now: number; account: ComparedAccount }), outcome };
    },
    proposals: (ids) => committer.run(workspaceId, readProposals(ids)),
    close: () => storage.close(),
  };
}

function openCommitter(settings: Settings, storage: Storage, clock: HistoryClock): Committer {
  const calendar = calendarOf(settings.timeZone);
  const random = seededRandom(0);
  return new Committer({
    storage,
    clock,
    storageClock: new StorageClock(clock),
    identifiers: { random: () => random.identifier() },
    opening: treasuryOpening(calendar, settings.startingCapital),
    maintenance: treasuryMaintenance(calendar),
  });
}

async function outcomeOf(answer: Promise<ComparedProposal | null>): Promise<StepOutcome> {
  try {
    return { kind: "done", proposal: await answer };
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    return { kind: "refused", code: error.code, message: error.message };
  }
}

function readProposals(ids: readonly string[]): Command<ReadonlyMap<string, ComparedProposal>> {
  const keys = ids.map(proposalKey);
  return {
    name: "read_proposals",
    reads: keys,
    reduce: (ledger) => {
      const docs = keys.flatMap((key) => ledger.doc(key) ?? []);
      const answer = new Map(docs.map((doc) => [doc.id, proposalFromDoc(doc)]));
      return { kind: "unchanged", answer };
    },
  };
}

function commandOf(
  step: Step<Micros>,
  policy: SpendingPolicy,
  salt: string,
): Command<ComparedProposal | null> {
  switch (step.kind) {
    case "propose":
      return proposeSpend({ ...requestOf(step, salt), ...opinionOf(step) }, policy);
    case "decide": {
      const { id, decision, isExternal } = step;
      const decided = { proposalId: id, decision, operator: approver, comment: null };
      const { hold } = holdOf(isExternal);
      return decideProposal({ ...decided, payment, salt, hold: () => hold }, policy);
    }
    case "capture": {
      const captures = [{ id: step.captureId, amount: step.amount }];
      return captureSpend({ proposalId: step.id, captures, reference: step.id, salt }, policy);
    }
    case "release":
      return releaseSpend({ proposalId: step.id, failure: releaseReason }, policy);
    case "credit":
    case "refund":
      return recordCommand(step, salt);
    case "set_budget":
      return setBudget({ overrides: step.overrides, operator: approver, auditId: salt });
    case "reset":
      return resetWorkspace(approver, policy);
  }
}

function opinionOf({ judge }: Extract<Step<Micros>, { kind: "propose" }>): {
  readonly opinion?: Opinion;
} {
  if (judge === "none") return {};
  if (judge === "silent") {
    return { opinion: { kind: "unanswered", isPaused: false, onSilence: "screening" } };
  }
  return { opinion: { kind: "answered", verdict: judge, reason: judgeReason } };
}

function recordCommand(
  step: Extract<Step<Micros>, { kind: "credit" | "refund" }>,
  salt: string,
): Command<null> {
  return {
    name: "record",
    reads: [],
    reduce: (ledger, now) => {
      const { account } = ledger.head;
      const head = { ...ledger.head, account: { ...account, payment: account.payment ?? payment } };
      const posted = post(workspaceId, head, postingOf(step, salt), now);
      if (isTreasuryError(posted)) throw posted;
      const changes = changesOn(ledger, { head: posted.head, entries: [posted.entry] });
      return { kind: "changed", answer: null, changes };
    },
  };
}
