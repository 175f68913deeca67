import { TreasuryError } from "@agent-treasury/provider";
import {
  compileRules,
  type CompiledRules,
  mayAllowPayee,
  type Rule,
  type RuleSet,
} from "@agent-treasury/rules";
import { TermSlot } from "../../kernel/judgement/term-slot.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { publishedRulesFromDoc, ruleSetFlaw, ruleSetKey } from "./rule-set-doc.ts";
import { ruleState } from "./rule-state.ts";
import { RememberedNeeds } from "./spend-needs.ts";

const maximumSets = 1_000;

export const ruleSetsTerm: TermSlot<RuleSets> = new TermSlot("rule sets");

/** Compiled rule sets of a process. Published sets never change, so they are cached by digest. */
export class RuleSets {
  /** The rules of workspaces without published ones. */
  readonly defaultSet: RuleSet;
  readonly #default: CompiledRules;
  /** Least recently used first. */
  readonly #compiled: Map<string, CompiledRules> = new Map();
  /** What spends under these rules need. */
  readonly needs: RememberedNeeds = new RememberedNeeds();

  constructor(defaultRules: RuleSet) {
    this.defaultSet = defaultRules;
    this.#default = compileRules(defaultRules);
  }

  /**
   * Returns the workspace's rules.
   *
   * @throws DocsNotLoaded if the published set must be loaded.
   * @throws TreasuryError `storage_error` if it is missing or was changed.
   */
  of(ledger: LedgerState): CompiledRules {
    return this.named(ledger, ruleState.of(ledger.head.account).published);
  }

  /** Returns rules by their digest; null for the deployment's default. Throws as `of` does. */
  named(ledger: LedgerState, digest: string | null): CompiledRules {
    if (digest === null) return this.#default;
    const known = this.#compiled.get(digest);
    const rules = known ?? this.#compile(ledger, digest);
    this.#compiled.delete(digest);
    this.#compiled.set(digest, rules);
    return rules;
  }

  /** Whether a rule may approve automatically. True for a set that this process has not read. */
  mayApprove(published: string | null): boolean {
    return this.#hasRule(published, ({ then }) => then.kind === "autoApprove");
  }

  /** Whether a rule may allow a payee that no person named or approved. True as for `mayApprove`. */
  mayAllowPayee(published: string | null): boolean {
    return this.#hasRule(published, mayAllowPayee);
  }

  #hasRule(published: string | null, isMeant: (rule: Rule) => boolean): boolean {
    const rules = published === null ? this.#default : this.#compiled.get(published);
    return rules?.rules.some(({ rule }) => isMeant(rule)) ?? true;
  }

  #compile(ledger: LedgerState, digest: string): CompiledRules {
    const [doc] = ledger.request([ruleSetKey(digest)]);
    const problem = doc === undefined ? `The rule set ${digest} is missing.` : ruleSetFlaw(doc);
    if (doc === undefined || problem !== null) {
      throw new TreasuryError("storage_error", `${problem} No spend is possible without it.`);
    }
    const [oldest] = this.#compiled.keys();
    if (this.#compiled.size >= maximumSets && oldest !== undefined) this.#compiled.delete(oldest);
    return compileRules(publishedRulesFromDoc(doc).ruleSet);
  }
}
