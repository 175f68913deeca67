import { type Doc, Micros } from "@agent-treasury/provider";
import { hashOf, remembering } from "@agent-treasury/rules";
import type {
  GuardVerdict,
  JudgedSpend,
  NeededPerson,
  Screening,
  SpendGrants,
  SpendGuard,
  SpendQuestion,
} from "../../kernel/judgement/spend-guard.ts";
import { RepeatedKey } from "../../kernel/ledger/key-text.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { exactPayeeId } from "../../kernel/payees/payee-identity.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import type { RecordedPayee } from "../../kernel/proposals/proposal-facts.ts";
import { amountToPay, isPaid, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import {
  afterApproval,
  afterUse,
  endedPayee,
  type KnownPayee,
  knownPayeeIn,
  knownPayeeKey,
} from "./known-payee.ts";
import {
  isAfterOutside,
  isListed,
  isUnknownPayee,
  type PayeeFacts,
  payeeFactsOf,
  unknownText,
} from "./payee-check.ts";
import { payeeExplanation } from "./payee-explanation.ts";

interface NamedSpend {
  /** Whether the person who asks for it named the payee. */
  readonly isPayeeNamed?: boolean;
  /** The one amount that the person's message names. Null if it names none or several. */
  readonly namedAmount?: Micros | null;
  readonly hasReadContent?: boolean;
  /** Whether the agent read outside content earlier in its turn. */
  readonly hasReadOutside?: boolean;
  /** The person who started the turn, or who owns the agent's credential. */
  readonly behind?: Person | null;
}

/** Policy pays payees only that a person named or approved, unless a rule names them. */
export function payeeGuard(): SpendGuard<NamedSpend> {
  const keyOf = remembering((payeeId) => new RepeatedKey(knownPayeeKey(hashOf(payeeId))));
  return {
    id: "payees",
    isReplayed: true,
    explain: payeeExplanation,
    expects: ({ vendor, quote }) => [keyOf(exactPayeeId(vendor, quote === undefined))],
    denied: ({ head }, spend, now) => endedPayee(spend, head, now),
    plan: (ledger, spend, about) => ({
      reads: [keyOf(exactPayeeId(spend.vendor, spend.quote === null))],
      judge: ([doc]) => {
        const { at } = about.facts;
        const known = knownPayeeIn(doc, ledger.head.epoch, at);
        return about.moment === "proposal"
          ? new PayeeVerdict(ledger, spend, about, known)
          : { docs: (paid) => approvedPayee(ledger, paid, about) };
      },
    }),
  };
}

class PayeeVerdict implements GuardVerdict {
  readonly grants: SpendGrants;
  readonly #ledger: LedgerState;
  readonly #spend: JudgedSpend & NamedSpend;
  readonly #about: SpendQuestion;
  readonly #known: KnownPayee | null;
  readonly #facts: PayeeFacts;

  constructor(
    ledger: LedgerState,
    spend: JudgedSpend & NamedSpend,
    about: SpendQuestion,
    known: KnownPayee | null,
  ) {
    this.#ledger = ledger;
    this.#spend = spend;
    this.#about = about;
    this.#known = known;
    const isPayeeListed = isListed(spend, about.terms);
    this.#facts = payeeFactsOf(spend, known, about.facts.rail, isPayeeListed);
    this.grants = { isPayeeKnown: this.#facts.isKnown, isPayeeListed };
  }

  /** Otherwise policy would pay more than what persons approved in advance, and not count it. */
  person({ isOffered = false, isPayeeAllowed = false }: SpendGrants): NeededPerson {
    return isOffered && !isPayeeAllowed && this.#isUnknown ? "any" : null;
  }

  tighten(before: Screening, granted: SpendGrants): Screening {
    const { isPayeeAllowed = false, isSmall = false, isAllowed = false } = granted;
    const { verdict, reason } = before;
    const mayBeAutomatic = isAllowed || isSmall;
    if (isPayeeAllowed || !mayBeAutomatic || verdict === "blocked") return before;
    if (granted.isOffered === true || !this.#isUnknown) return before;
    return {
      verdict: "review",
      reason: verdict === "safe" ? unknownText : `${reason} ${unknownText}`,
    };
  }

  proposed({ isOffered = false }: SpendGrants): { readonly payee: RecordedPayee } {
    const { isKnown, isNamed, isCovered } = this.#facts;
    const { namedAmount = null } = this.#spend;
    const { account } = this.#ledger.head;
    const payee: RecordedPayee = {
      ...(isKnown && { known: true }),
      ...(isNamed && { named: true }),
      ...((isCovered || isOffered) && { covered: true }),
      ...(isAfterOutside(this.#spend, account, this.#about.facts.at) && { outside: true }),
      ...(namedAmount !== null && { amount: Micros.toText(namedAmount) }),
      ...(this.#isUnknown && { unknown: true }),
    };
    return { payee };
  }

  /** A payment renews what is known of its payee. */
  docs(spend: SpendProposal): readonly Doc[] {
    const { rail, at } = this.#about.facts;
    const doc = isPaid(spend) ? afterUse(this.#known, rail, this.#ledger.head.epoch, at) : null;
    return doc === null ? [] : [doc];
  }

  get #isUnknown(): boolean {
    return isUnknownPayee(this.#facts, this.#about.terms);
  }
}

/** A payment that a person approved makes its payee known, unless the name was erased meanwhile. */
function approvedPayee(
  ledger: LedgerState,
  spend: SpendProposal,
  { facts: { rail, at } }: SpendQuestion,
): readonly Doc[] {
  if (!isPaid(spend) || spend.vendor === erasedText) return [];
  const { vendor: name, operator: by } = spend;
  const payeeId = exactPayeeId(name, spend.quote === null);
  return [afterApproval(ledger, { payeeId, name, rail, amount: amountToPay(spend), by }, at)];
}
