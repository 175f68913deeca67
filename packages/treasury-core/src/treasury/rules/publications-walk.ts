import type { Doc } from "@agent-treasury/provider";
import { sha256Hex } from "../../ledger/hash.ts";
import type { RuleState } from "../../ledger/rule-state.ts";
import { publishedRulesFromDoc, ruleSetFlaw } from "./rule-set-doc.ts";

/** Memory limit. Beyond it, decisions are not compared with the publications. */
const publicationsRemembered = 100_000;

/** Checks that publications form one chain, and that decisions name publications. */
export class PublicationsWalk {
  readonly #digests: Set<string> = new Set();
  #isComplete = true;
  #count = 0;
  /** Links to publications minus links to predecessors. What remains is the newest one. */
  #open = 0n;

  /** Returns what is wrong with a publication. */
  see(doc: Doc): string | null {
    const flaw = ruleSetFlaw(doc);
    if (flaw !== null) return flaw;
    const { predecessor, number } = publishedRulesFromDoc(doc);
    this.#count += 1;
    this.#open += linkTo(doc.id, number) - linkTo(predecessor, number - 1);
    if (this.#digests.size < publicationsRemembered) this.#digests.add(doc.id);
    else this.#isComplete = false;
    return null;
  }

  /** Requires that all publications were seen. */
  flawOfDecision(sequence: bigint, rules: string | null): string | null {
    if (rules === null || !this.#isComplete || this.#digests.has(rules)) return null;
    return `Entry ${sequence} was decided by the rule set ${rules}, which is missing.`;
  }

  flawOfChain({ published, publications }: RuleState): string | null {
    const isChain = this.#count === publications && this.#open === linkTo(published, publications);
    return isChain ? null : "The publications of rules do not form one chain to the head's.";
  }
}

/** A number for a position in the chain, so that the sum of all links needs no list of them. */
function linkTo(digest: string | null, number: number): bigint {
  return digest === null && number === 0 ? 0n : BigInt(`0x${sha256Hex(`${number} ${digest}`)}`);
}
