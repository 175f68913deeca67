import { type Json, type JsonObject, TreasuryError } from "@agent-treasury/provider";
import {
  administrativeRequirements,
  compileRules,
  passkeysNeeded,
  readRuleSet,
  retainUsage,
  type RuleSet,
  rulesForPasskeys,
  rulesForSignedIn,
  rulesText,
  type WrittenRuleSet,
} from "@agent-treasury/rules";
import type { ActionType } from "../../kernel/action-type.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { TermSlot } from "../../kernel/judgement/term-slot.ts";
import { type Changes, changesOn } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { readStoredRules, ruleSetDoc, ruleSetKey, storedText } from "./rule-set-doc.ts";
import { headCounters, noHeadTally, ruleState } from "./rule-state.ts";

interface Draft {
  readonly rules: RuleSet;
  /** The publication that the draft is based on, null for the default rules. Any if undefined. */
  readonly basedOn?: string | null;
  /** 128 random bits. */
  readonly salt: string;
}

/**
 * Publishes a rule set. The next spend is judged by it. Changes nothing if it is published already.
 *
 * @throws TreasuryError `rules_changed` if another set was published since `basedOn`.
 */
export function publishRules(
  ledger: LedgerState,
  { rules: ruleSet, basedOn, salt }: Draft,
  operator: Operator,
  now: number,
): Changes {
  const { head } = ledger;
  const before = ruleState.of(head.account);
  const { published, publications, groups, tallies } = before;
  if (basedOn !== undefined && basedOn !== published) throw rulesChanged(published);
  if (isPublished(ledger, rulesText(ruleSet))) return changesOn(ledger, {});
  const number = publications + 1;
  const doc = ruleSetDoc(ledger, {
    ruleSet,
    predecessor: published,
    number,
    author: operator.name,
    salt,
    at: now,
  });
  const usage = retainUsage(
    { counters: headCounters(before), groups },
    compileRules(ruleSet).counters,
  );
  const rules = {
    published: doc.id,
    publications: number,
    ...usage,
    tally: noHeadTally,
    tallies,
  };
  return changesOn(ledger, { head: ruleState.with(head, rules), put: [doc] });
}

/** @throws DocsNotLoaded to run the command again with the publication. */
function isPublished(ledger: LedgerState, rules: string): boolean {
  const { published } = ruleState.of(ledger.head.account);
  if (published === null) return false;
  const [doc] = ledger.request([ruleSetKey(published)]);
  return doc !== undefined && storedText(doc) === rules;
}

function rulesChanged(published: string | null): TreasuryError {
  const message = `Other rules were published meanwhile (${published ?? "none"}). Compare your draft with them, then publish again.`;
  return new TreasuryError("rules_changed", message);
}

/** What a deployment can publish. */
export interface PublishingTerms {
  /** The ledger and the payment executors. */
  readonly rails: readonly string[];
  /** Whether persons sign in. */
  readonly hasSignIn: boolean;
  /** Whether persons can sign with passkeys. */
  readonly hasPasskeys: boolean;
  /** Returns the number of persons who have passkeys in the workspace. */
  readonly passkeyHolders: (ledger: LedgerState) => number;
}

export const publishingTerm: TermSlot<PublishingTerms> = new TermSlot("publishing");

type ApprovalTerms = Pick<PublishingTerms, "hasSignIn" | "hasPasskeys">;

/**
 * Reads rules that are to be published.
 *
 * @throws TreasuryError `invalid_request` with one line for each problem, `sign_in_not_connected`.
 */
export function readDraft(
  rules: unknown,
  { rails, ...terms }: Omit<PublishingTerms, "passkeyHolders">,
): RuleSet {
  return checkApprovals(readRuleSet(rules, rails), terms);
}

/** A new workspace has no passkeys, so that nothing could be approved there. */
export function defaultRulesOf(
  rules: WrittenRuleSet | undefined,
  publishing: PublishingTerms,
): RuleSet {
  const read = readDraft(rules ?? { version: 1, rules: [] }, publishing);
  const [signed] = rulesForPasskeys(read);
  if (signed === undefined) return read;
  throw invalidRequest(
    `Rule \`${signed}\`: \`passkey\` cannot be in the default rules, because a new workspace has no passkeys. Publish it in the workspace.`,
  );
}

/** Otherwise no spend and no change of rules could be approved. */
function checkApprovals(ruleSet: RuleSet, { hasSignIn, hasPasskeys }: ApprovalTerms): RuleSet {
  const [signedIn] = hasSignIn ? [] : rulesForSignedIn(ruleSet);
  if (signedIn !== undefined) {
    throw new TreasuryError(
      "sign_in_not_connected",
      `Rule \`${signedIn}\`: \`count\` above 1, \`from\`, \`notProposer\`, \`passkey\` and \`page\` need persons who sign in, otherwise no spend and no change of rules could be approved. Neither \`authenticate\` nor TREASURY_OPERATORS is set.`,
    );
  }
  const [signed] = hasPasskeys ? [] : rulesForPasskeys(ruleSet);
  if (signed === undefined) return ruleSet;
  throw invalidRequest(
    `Rule \`${signed}\`: \`passkey\` needs passkeys. Pass \`passkeys\` to \`createTreasury\`.`,
  );
}

/**
 * Refuses rules that require more passkeys than there are. Otherwise neither a spend nor a change of
 * the rules could be approved.
 */
function checkHolders(
  ruleSet: RuleSet,
  ledger: LedgerState,
  { passkeyHolders }: PublishingTerms,
): void {
  const [signed] = rulesForPasskeys(ruleSet);
  if (signed === undefined) return;
  const needed = passkeysNeeded(administrativeRequirements(compileRules(ruleSet)));
  const holders = passkeyHolders(ledger);
  if (holders >= needed) return;
  throw invalidRequest(
    `Rule \`${signed}\`: \`passkey\` needs ${needed} ${needed === 1 ? "person" : "persons"} with a passkey, and this workspace has ${holders}. Invite them to register first.`,
  );
}

/** The form in which a pending publication is stored. */
export function publicationPayload(
  ledger: LedgerState,
  rules: RuleSet,
  basedOn: string | null | undefined,
  terms: PublishingTerms,
): JsonObject {
  checkHolders(rules, ledger, terms);
  const { published } = ruleState.of(ledger.head.account);
  if (basedOn !== undefined && basedOn !== published) throw rulesChanged(published);
  return { rules: rulesText(rules), basedOn: published };
}

export function publishingAction(terms: PublishingTerms): ActionType {
  return {
    isAdministrative: (ledger, { rules }) => !isPublished(ledger, rules as string),
    // Otherwise one person could publish rules that no person can change or meet.
    requires: (ledger, { rules }) =>
      isPublished(ledger, rules as string)
        ? []
        : administrativeRequirements(compileRules(readStoredRules(rules as string))),
    apply: (ledger, payload, { by, salt, now }) => {
      const { rules, basedOn } = payload as { rules: string; basedOn: string | null };
      const ruleSet = checkApprovals(readStoredRules(rules), terms);
      checkHolders(ruleSet, ledger, terms);
      const changes = publishRules(ledger, { rules: ruleSet, basedOn, salt }, by, now);
      return { changes, result: ruleState.of(changes.head.account).published };
    },
    details: ({ rules, basedOn = null }) => ({
      rules: JSON.parse(rules as string) as Json,
      basedOn,
    }),
  };
}
