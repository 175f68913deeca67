import { type Doc, isTreasuryError, type Key, type Micros } from "@agent-treasury/provider";
import type { ComparedProposal, StepResult } from "./compared.ts";
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
import {
  type Account,
  type Books,
  type Calendar,
  type Changes,
  type Command,
  calendarOf,
  captureSpend,
  decideProposal,
  post,
  proposalFromDoc,
  proposeSpend,
  releaseSpend,
  resetWorkspace,
  setBudget,
  type SpendRequest,
  type Tip,
  treasuryHousekeeping,
  treasuryOpening,
} from "./version-0.1.mjs";

/** Version 0.1 on a state in memory. */
export interface EarlierVersion {
  readonly calendar: Calendar;
  /** The account on the day of `now`. */
  accountAt(now: number): Account;
  /** The proposals that are recorded, by id. */
  proposals(): ReadonlyMap<string, ComparedProposal>;
  take(step: Step<Micros>, salt: string, now: number): StepResult;
}

export function earlierVersion(settings: Settings): EarlierVersion {
  const calendar = calendarOf(settings.timeZone);
  const maintain = treasuryHousekeeping(calendar);
  const open = treasuryOpening(calendar, settings.startingCapital);
  const docs = new Map<string, Doc>();
  const claims = new Set<string>();
  let committed: Tip | null = null;
  const booksOn = (tip: Tip): Books => ({
    workspaceId,
    tip,
    openDocs: (kind) => [...docs.values()].filter((doc) => doc.open && doc.kind === kind),
    doc: (key) => docs.get(keyText(key)),
    isClaimed: (key) => claims.has(keyText(key)),
  });
  const apply = ({ put, claim }: Changes): void => {
    for (const doc of put) docs.set(keyText(doc), doc);
    for (const { key } of claim) claims.add(keyText(key));
  };
  const openedAt = (now: number): Books => booksOn(committed ?? open(workspaceId, now));
  const afterMaintenance = (now: number): { readonly books: Books; readonly put: number } => {
    const books = openedAt(now);
    const changes = maintain(books, now);
    if (changes === null) return { books, put: 0 };
    apply(changes);
    return { books: booksOn(changes.tip), put: changes.put.length };
  };
  return {
    calendar,
    accountAt: (now) => {
      const books = openedAt(now);
      return (maintain(books, now)?.tip ?? books.tip).account;
    },
    proposals: () =>
      new Map(
        [...docs.values()]
          .filter(({ kind }) => kind === "proposal")
          .map((doc) => [doc.id, proposalFromDoc(doc)]),
      ),
    take: (step, salt, now) => {
      const { books, put } = afterMaintenance(now);
      const outcome = commandOf(step, settings, salt).decide(books, now);
      const { tip } = outcome.kind === "changed" ? outcome.changes : books;
      if (outcome.kind === "changed") apply(outcome.changes);
      if (outcome.kind === "changed" || put > 0) committed = tip;
      return {
        outcome:
          outcome.kind === "refused"
            ? { kind: "refused", code: outcome.error.code, message: outcome.error.message }
            : { kind: "done", proposal: outcome.answer },
        account: tip.account,
      };
    },
  };
}

function keyText({ kind, id }: Key): string {
  return `${kind}\n${id}`;
}

function commandOf(
  step: Step<Micros>,
  settings: Settings,
  salt: string,
): Command<ComparedProposal | null> {
  const policy = policyOf(settings);
  switch (step.kind) {
    case "propose":
      return proposeSpend({ ...requestOf(step, salt), ...opinionOf(step) }, policy);
    case "decide": {
      const { id, decision, isExternal } = step;
      const decided = { proposalId: id, decision, operator: approver, comment: null };
      return decideProposal({ ...decided, payment, salt, ...holdOf(isExternal) }, policy);
    }
    case "capture": {
      const captures = [{ id: step.captureId, amount: step.amount }];
      return captureSpend({ proposalId: step.id, captures, reference: step.id, salt }, policy);
    }
    case "release":
      return releaseSpend({ proposalId: step.id, failure: releaseReason });
    case "credit":
    case "refund":
      return { decide: (books, now) => record(books, step, salt, now) };
    case "set_budget":
      return setBudget({ overrides: step.overrides, operator: approver, auditId: salt });
    case "reset":
      return resetWorkspace(approver);
  }
}

function opinionOf({
  judge,
}: Extract<Step<Micros>, { kind: "propose" }>): Pick<SpendRequest, "opinion"> {
  if (judge === "none") return {};
  if (judge === "silent") return { opinion: { kind: "unanswered" } };
  return { opinion: { kind: "answered", verdict: judge, reason: judgeReason } };
}

function record(
  books: Books,
  step: Extract<Step<Micros>, { kind: "credit" | "refund" }>,
  salt: string,
  now: number,
): ReturnType<Command<null>["decide"]> {
  const { account } = books.tip;
  const tip = { ...books.tip, account: { ...account, payment: account.payment ?? payment } };
  const posted = post(workspaceId, tip, postingOf(step, salt), now);
  if (isTreasuryError(posted)) return { kind: "refused", error: posted };
  const changes = { tip: posted.tip, entries: [posted.entry], put: [], claim: [] };
  return { kind: "changed", answer: null, changes };
}
