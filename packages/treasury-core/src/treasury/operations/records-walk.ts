import { Micros, type CopiedPart, type Doc, type Entry, type Head } from "@agent-treasury/provider";
import { accountFromRecord, overridesFromRecord, overridesToRecord } from "../../ledger/account.ts";
import { entryFromBody } from "../../ledger/chain.ts";
import { creditFromDoc, creditKind } from "../../ledger/credit-record.ts";
import { proposalFromDoc } from "../proposals/proposal-record.ts";
import { proposalKind } from "../proposals/proposal.ts";
import { type BudgetChangeBody, budgetChangeKind } from "./set-budget.ts";

/** A payment that is credited twice is named among this many; beyond them only the numbers are compared. */
const referencesRemembered = 100_000;

/**
 * What the documents beside a chain say, counted part by part in the order of a storage's `copy`, and
 * compared with each other, with the entries and with the head's own fields. No hash covers documents:
 * this shows what does not fit together, and not an edit that was made to fit.
 */
export class RecordsWalk {
  #head: Head | null = null;
  #proposals = 0n;
  #newest = 0n;
  #ordinals = 0n;
  #held: Micros = Micros.zero;
  #captured: Micros = Micros.zero;
  #spent: Micros = Micros.zero;
  #credits = 0;
  /** Credited payments less their records, and the same of the sequences that both name. */
  #unrecorded = 0n;
  #unrecordedAt = 0n;
  readonly #references: Set<string> = new Set();
  #problem: string | null = null;
  /** How often limits were left less how often they were come to, so the ones of now have one. */
  readonly #overrides: Map<string, number> = new Map([["{}", 1]]);

  see(part: CopiedPart): void {
    if (part.kind === "head") this.#head = part.head;
    else if (part.kind === "entry") this.#attempt("An entry", () => this.#countEntry(part.entry));
    else if (part.doc.kind === proposalKind) {
      this.#attempt(`The proposal ${part.doc.id}`, () => this.#countProposal(part.doc));
    } else if (part.doc.kind === creditKind) {
      this.#attempt(`The credit ${part.doc.id}`, () => this.#countCreditRecord(part.doc));
    } else if (part.doc.kind === budgetChangeKind && part.doc.epoch === this.#head?.epoch) {
      this.#attempt("A change of the budget", () => this.#countChange(part.doc));
    }
  }

  /** What does not fit, in one sentence; null when everything does. */
  problem(): string | null {
    if (this.#head === null) return null;
    this.#attempt("The account in the head", () => {
      this.#problem ??= this.#headFlaw(this.#head?.account);
    });
    return this.#problem;
  }

  #countProposal(doc: Doc): void {
    const { status, ordinal, amount, captured, epoch } = proposalFromDoc(doc);
    this.#proposals += 1n;
    this.#ordinals += ordinal;
    if (ordinal > this.#newest) this.#newest = ordinal;
    this.#captured = Micros.add(this.#captured, captured);
    const waits = status === "pending" || status === "approved";
    if (waits !== doc.open) {
      this.#problem ??= `The proposal ${doc.id} is ${status}, but is not kept as one that is.`;
    }
    if (waits && epoch !== this.#head?.epoch) {
      this.#problem ??= `The proposal ${doc.id} is ${status} in an epoch that is over.`;
    }
    if (status === "approved") this.#held = Micros.add(this.#held, amount);
  }

  #countEntry({ epoch, sequence, amount, body }: Entry): void {
    const { type, reversalOf, proposalId, reference } = entryFromBody(body);
    if (reversalOf !== null) return;
    if (type !== "expense") {
      this.#credits += epoch === this.#head?.epoch ? 1 : 0;
      if (reference !== null) this.#countCredit(epoch, sequence, reference);
    } else if (proposalId !== null) this.#spent = Micros.subtract(this.#spent, amount);
  }

  #countCredit(epoch: number, sequence: bigint, reference: string): void {
    this.#unrecorded += 1n;
    this.#unrecordedAt += sequence;
    const payment = `${epoch}:${reference}`;
    if (this.#references.has(payment)) {
      this.#problem ??= `The payment ${reference} was credited twice, the second time by entry ${sequence}.`;
    } else if (this.#references.size < referencesRemembered) this.#references.add(payment);
  }

  /** There is one record for each payment, which names the newest entry that credited it. */
  #countCreditRecord(doc: Doc): void {
    this.#unrecorded -= 1n;
    this.#unrecordedAt -= sequenceOf(creditFromDoc(doc).entryId);
  }

  #countChange({ body }: Doc): void {
    const { before, after } = body as unknown as BudgetChangeBody;
    this.#count(limitsText(before), -1);
    this.#count(limitsText(after), 1);
  }

  #count(limits: string, difference: number): void {
    const count = (this.#overrides.get(limits) ?? 0) + difference;
    if (count === 0) this.#overrides.delete(limits);
    else this.#overrides.set(limits, count);
  }

  #headFlaw(kept: unknown): string | null {
    const account = accountFromRecord(kept);
    if (account.held !== this.#held) {
      return "The amount held in the head is not what the approved spends under way add up to.";
    }
    const { newestProposal } = account;
    const everyOrdinal = (newestProposal * (newestProposal + 1n)) / 2n;
    const isWhole = this.#proposals === newestProposal && this.#ordinals === everyOrdinal;
    if (!isWhole || this.#newest !== newestProposal) {
      return `The head counts ${newestProposal} proposals, and the records are not one for each.`;
    }
    if (this.#captured !== this.#spent) {
      return "What the proposals say was paid is not what the entries of spends add up to.";
    }
    if (this.#unrecorded !== 0n || this.#unrecordedAt !== 0n) {
      return "The credits in the ledger are not one for each payment on record: a payment was credited twice, or its record was changed.";
    }
    if ((account.payment === null) !== (this.#credits === 0)) {
      return "The head's payment provider does not fit the epoch's credits.";
    }
    const limits = limitsText(overridesToRecord(account.overrides));
    return this.#overrides.size === 1 && this.#overrides.get(limits) === 1
      ? null
      : "The workspace's own limits are not what the records of their changes lead to.";
  }

  /** Whoever edits a database need not keep to the form of what is in it. */
  #attempt(what: string, look: () => void): void {
    try {
      look();
    } catch {
      this.#problem ??= `${what} cannot be read.`;
    }
  }
}

function limitsText(record: Readonly<Record<string, string>>): string {
  return JSON.stringify(overridesToRecord(overridesFromRecord(record)));
}

/** The sequence in an entry's id, which ends with it. */
function sequenceOf(entryId: string): bigint {
  return BigInt(entryId.slice(entryId.lastIndexOf("_") + 1));
}
