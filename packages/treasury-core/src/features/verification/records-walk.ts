import { Micros, type CopiedPart, type Doc, type Entry, type Head } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import {
  accountFromRecord,
  overridesFromRecord,
  overridesToRecord,
} from "../../kernel/ledger/account.ts";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import type { CopyWalk } from "../../kernel/ledger/copy-walk.ts";
import { proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { amountHeld, proposalKind, spendPartKind } from "../../kernel/proposals/proposal.ts";
import { creditFromDoc, creditKind } from "../deposits/index.ts";
import { type BudgetChangeBody, budgetChangeKind } from "../workspace/index.ts";

/** Memory limit. Beyond it, fewer records are compared one by one. */
const referencesRemembered = 100_000;

/**
 * Compares documents, part by part in the order of a storage's `copy`, with each other, the entries
 * and the head. The hash chain does not cover documents, so a consistent edit is not detected.
 */
export class RecordsWalk implements CopyWalk {
  #head: Head | null = null;
  #proposals = 0n;
  #newest = 0n;
  #ordinals = 0n;
  #held: Micros = Micros.zero;
  #captured: Micros = Micros.zero;
  #spent: Micros = Micros.zero;
  #refunded: Micros = Micros.zero;
  #returned: Micros = Micros.zero;
  #credits = 0;
  /** Credited payments minus their records, and the same for the sequences. */
  #unrecorded = 0n;
  #unrecordedAt = 0n;
  readonly #references: Set<string> = new Set();
  /** Spends of the first records, which did not store what was captured. */
  readonly #unstated: Set<string> = new Set();
  /** False if there are more of those than it remembers. Then captured amounts are not compared. */
  #knowsUnstated = true;
  #problem: string | null = null;
  /** Changes to each set of limits minus changes from it. */
  readonly #overrides: Map<string, number> = new Map([["{}", 1]]);

  see(part: CopiedPart): void {
    if (part.kind === "head") this.#head = part.head;
    else if (part.kind === "entry") this.#attempt("An entry", () => this.#countEntry(part.entry));
    else if (part.doc.kind === proposalKind) {
      this.#attempt(`The proposal ${part.doc.id}`, () => this.#countProposal(part.doc));
    } else if (part.doc.kind === spendPartKind) {
      // The spend has what it captured.
      this.#attempt(`The payment ${part.doc.id}`, () => {
        const { undone, refunded } = proposalFromDoc(part.doc);
        this.#refunded = Micros.add(this.#refunded, Micros.add(undone, refunded));
      });
    } else if (part.doc.kind === creditKind) {
      this.#attempt(`The credit ${part.doc.id}`, () => this.#countCreditRecord(part.doc));
    } else if (part.doc.kind === budgetChangeKind && part.doc.epoch === this.#head?.epoch) {
      this.#attempt("A change of the budget", () => this.#countChange(part.doc));
    }
  }

  /** Null if everything is consistent. */
  problem(): string | null {
    if (this.#head === null) return null;
    this.#attempt("The account in the head", () => {
      this.#problem ??= this.#headFlaw(this.#head?.account);
    });
    return this.#problem;
  }

  #countProposal(doc: Doc): void {
    const proposal = proposalFromDoc(doc);
    const { status, ordinal, captured, undone, refunded, epoch } = proposal;
    this.#proposals += 1n;
    this.#ordinals += ordinal;
    if (ordinal > this.#newest) this.#newest = ordinal;
    this.#captured = Micros.add(this.#captured, captured);
    this.#refunded = Micros.add(this.#refunded, Micros.add(undone, refunded));
    if (status === "executed" && isOfFirstFormat(doc)) {
      if (this.#unstated.size < referencesRemembered) this.#unstated.add(doc.id);
      else this.#knowsUnstated = false;
    }
    const waits = status === "pending" || status === "approved";
    if (waits !== doc.open) {
      this.#problem ??= `The proposal ${doc.id} is ${status}, but its \`open\` flag does not match.`;
    }
    if (waits && epoch !== this.#head?.epoch) {
      this.#problem ??= `The proposal ${doc.id} is ${status} in an epoch that has ended.`;
    }
    if (status === "approved") this.#held = Micros.add(this.#held, amountHeld(proposal));
  }

  #countEntry({ epoch, sequence, amount, body }: Entry): void {
    const { type, reversalOf, proposalId, reference } = entryFromBody(body);
    if (reversalOf !== null) {
      const isRefund = type === "expense" && proposalId !== null;
      if (isRefund) this.#returned = Micros.add(this.#returned, amount);
    } else if (type !== "expense") {
      this.#credits += epoch === this.#head?.epoch ? 1 : 0;
      if (reference !== null) this.#countCredit(epoch, sequence, reference);
    } else if (proposalId !== null && !this.#unstated.has(proposalId))
      this.#spent = Micros.subtract(this.#spent, amount);
  }

  #countCredit(epoch: number, sequence: bigint, reference: string): void {
    this.#unrecorded += 1n;
    this.#unrecordedAt += sequence;
    const payment = `${epoch}:${reference}`;
    if (this.#references.has(payment)) {
      this.#problem ??= `The payment ${reference} was credited twice, the second time by entry ${sequence}.`;
    } else if (this.#references.size < referencesRemembered) this.#references.add(payment);
  }

  /** Each payment has one record, of its newest credit. */
  #countCreditRecord(doc: Doc): void {
    this.#unrecorded -= 1n;
    this.#unrecordedAt -= sequenceOf(creditFromDoc(doc).entryId);
  }

  #countChange({ body }: Doc): void {
    const { before, after } = fromStored<BudgetChangeBody>(body);
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
      return "The amount held in the head does not match the sum of the approved spends in flight.";
    }
    const { newestProposal } = account;
    const everyOrdinal = (newestProposal * (newestProposal + 1n)) / 2n;
    const isWhole = this.#proposals === newestProposal && this.#ordinals === everyOrdinal;
    if (!isWhole || this.#newest !== newestProposal) {
      return `The head counts ${newestProposal} proposals, but the records do not match them one to one.`;
    }
    if (this.#knowsUnstated && this.#captured !== this.#spent) {
      return "The amounts captured by proposals do not match the sum of the spend entries.";
    }
    if (this.#refunded !== this.#returned) {
      return "The amounts refunded to proposals do not match the sum of the refund entries.";
    }
    if (this.#unrecorded !== 0n || this.#unrecordedAt !== 0n) {
      return "The credits in the ledger do not match the payment records: a payment was credited twice, or its record was changed.";
    }
    if ((account.payment === null) !== (this.#credits === 0)) {
      return "The head's payment provider does not match the epoch's credits.";
    }
    const limits = limitsText(overridesToRecord(account.overrides));
    return this.#overrides.size === 1 && this.#overrides.get(limits) === 1
      ? null
      : "The workspace's limits do not match the records of their changes.";
  }

  /** An edited database may contain records of any shape. */
  #attempt(what: string, look: () => void): void {
    try {
      look();
    } catch {
      this.#problem ??= `${what} cannot be read.`;
    }
  }
}

/** Records before partial captures have neither the captured amount nor the agent. */
function isOfFirstFormat({ body }: Doc): boolean {
  const { captured, agentId } = body as { readonly captured?: unknown; readonly agentId?: unknown };
  return captured === undefined && agentId === undefined;
}

function limitsText(record: Readonly<Record<string, string>>): string {
  return JSON.stringify(overridesToRecord(overridesFromRecord(record)));
}

function sequenceOf(entryId: string): bigint {
  return BigInt(entryId.slice(entryId.lastIndexOf("_") + 1));
}
