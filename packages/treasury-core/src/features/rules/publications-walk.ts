import type { CopiedPart, Doc, Entry } from "@agent-treasury/provider";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import type { CopyWalk } from "../../kernel/ledger/copy-walk.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { publishedRulesFromDoc, ruleSetFlaw, ruleSetKind } from "./rule-set-doc.ts";
import { type RuleState, ruleState } from "./rule-state.ts";

/** Memory limit. Beyond it, decisions are not compared with the publications. */
const publicationsRemembered = 100_000;

/** Checks that publications form one chain to the head's, and that decisions name publications. */
export class PublicationsWalk implements CopyWalk {
  readonly #digests: Set<string> = new Set();
  #head: RuleState | null = null;
  #isComplete = true;
  #count = 0;
  /** Links to publications minus links to predecessors. What remains is the newest one. */
  #open = 0n;
  #problem: string | null = null;

  see(part: CopiedPart): void {
    if (part.kind === "head") {
      this.#attempt("The account in the head", () => {
        this.#head = ruleState.of(accountFromRecord(part.head.account));
        return null;
      });
    } else if (part.kind === "entry") {
      this.#attempt("An entry", () => this.#flawOfDecision(part.entry));
    } else if (part.doc.kind === ruleSetKind) {
      this.#attempt(`The rule set ${part.doc.id}`, () => this.#flawOfDoc(part.doc));
    }
  }

  problem(): string | null {
    return this.#problem ?? (this.#head && this.#flawOfChain(this.#head));
  }

  #flawOfDoc(doc: Doc): string | null {
    const flaw = ruleSetFlaw(doc);
    if (flaw !== null) return flaw;
    const { predecessor, number } = publishedRulesFromDoc(doc);
    this.#count += 1;
    this.#open += linkTo(doc.id, number) - linkTo(predecessor, number - 1);
    if (this.#digests.size < publicationsRemembered) this.#digests.add(doc.id);
    else this.#isComplete = false;
    return null;
  }

  /** All publications were seen, because documents precede entries. */
  #flawOfDecision({ sequence, body }: Entry): string | null {
    const rules = entryFromBody(body).decision?.ruled?.rules ?? null;
    if (rules === null || !this.#isComplete || this.#digests.has(rules)) return null;
    return `Entry ${sequence} was decided by the rule set ${rules}, which is missing.`;
  }

  #flawOfChain({ published, publications }: RuleState): string | null {
    const isChain = this.#count === publications && this.#open === linkTo(published, publications);
    return isChain ? null : "The publications of rules do not form one chain to the head's.";
  }

  /** An edited database may contain records of any shape. */
  #attempt(what: string, look: () => string | null): void {
    try {
      this.#problem ??= look();
    } catch {
      this.#problem ??= `${what} cannot be read.`;
    }
  }
}

/** A number for a position in the chain, so that the sum of all links needs no list of them. */
function linkTo(digest: string | null, number: number): bigint {
  return digest === null && number === 0 ? 0n : BigInt(`0x${sha256Hex(`${number} ${digest}`)}`);
}
