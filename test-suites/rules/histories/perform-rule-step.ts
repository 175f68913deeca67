import { isTreasuryError } from "@agent-treasury/provider";
import { readRuleSet } from "@agent-treasury/rules";
import {
  captureSpend,
  type Command,
  DocsNotLoaded,
  decideProposal,
  type HoldTerms,
  type LedgerState,
  type Operator,
  proposeSpend,
  releaseSpend,
  resetWorkspace,
  type SpendProposal,
} from "../../../packages/treasury-core/src/domain.ts";
import { lessText } from "../model/apply-spend.ts";
import { reviewedPurpose, type TreasuryProcess } from "../treasury-process.ts";
import { allocationsChange, credit, payment, publication } from "../workspace-commands.ts";
import { groupsOfPerson, type PersonName, type RuleStep } from "./rule-history.ts";

/** How a process ran a step. */
export interface TakenRuleStep {
  readonly answer: string;
  /** The time of the command in the process. */
  readonly now: number;
  /** The version that the command read. */
  readonly version: bigint;
  /** Whether the commit of the command's group changed the workspace. */
  readonly isChange: boolean;
  /** Position among all runs of commands. */
  readonly order: number;
}

/** Called with the ledger each time that the step's command has run. */
export type Observer = (ledger: LedgerState, now: number, answer: string) => void;

/** Returns the command of a step, whose answer is text also if it refuses. */
export function ruleCommand(
  { policy, identifiers }: TreasuryProcess,
  step: Exclude<RuleStep, { kind: "purge" }>,
  observe: Observer,
): Command<string> {
  const salt = identifiers.random();
  const hold: HoldTerms = {
    executor: "stripe-issuing",
    mode: "sandbox",
    lease: salt,
    leaseMs: 60_000,
  };
  switch (step.kind) {
    case "propose": {
      const { kind: _, isHeld, isReviewed, behind, ...spend } = step;
      const request = {
        ...spend,
        behind: behind && { id: behind, name: behind },
        purpose: isReviewed ? reviewedPurpose : "servers",
        payment,
        salt,
      };
      return observed(
        proposeSpend({ ...request, ...(isHeld && { hold }) }, policy),
        describeSpend,
        observe,
      );
    }
    case "decide": {
      const { id: proposalId, decision, person, approvedAmount, isHeld } = step;
      const given = {
        proposalId,
        decision,
        operator: operatorOf(person),
        comment: null,
        approvedAmount,
      };
      const input = { ...given, payment, salt, ...(isHeld && { hold: () => hold }) };
      return observed(decideProposal(input, policy), describeSpend, observe);
    }
    case "capture": {
      const { id: proposalId, capture: id, amount } = step;
      const captured = { proposalId, captures: [{ id, amount }], reference: id, salt };
      return observed(captureSpend(captured, policy), describeSpend, observe);
    }
    case "release": {
      const release = { proposalId: step.id, failure: "The vendor declined." };
      return observed(releaseSpend(release, policy), describeSpend, observe);
    }
    case "publish": {
      const rules = readRuleSet({ version: 1, rules: step.rules });
      return observed(publication(rules, operatorOf("ada"), salt), done, observe);
    }
    case "allocate":
      return observed(allocationsChange(step.allocations), done, observe);
    case "credit":
      return observed(credit(step.id, step.amount, salt), done, observe);
    case "reset":
      return observed(resetWorkspace(operatorOf("ada"), policy), done, observe);
  }
}

export function operatorOf(name: PersonName): Operator {
  const isGuest = name === "guest";
  return { id: isGuest ? null : name, name, verified: !isGuest, groups: groupsOfPerson[name] };
}

export function describeSpend(proposal: SpendProposal): string {
  const { status, verdict, autoApproved, approvedAmount } = proposal;
  const by = decisiveRule(proposal);
  return `${status} ${verdict}${autoApproved ? " automatic" : ""}${lessText(approvedAmount)}${by === null ? "" : ` by ${by}`}`;
}

function decisiveRule({ status, failure, reason }: SpendProposal): string | null {
  const isOver = status === "denied" || status === "failed";
  const text = isOver ? (failure ?? reason) : reason;
  return /(?:allocation )?`[^`]+`/.exec(text)?.[0].replaceAll("`", "") ?? null;
}

const done = (): string => "done";

/** A refusal is an answer, so that the caller receives its group. */
function observed<Answer>(
  command: Command<Answer>,
  tellAnswer: (answer: Answer) => string,
  observe: Observer,
): Command<string> {
  return {
    ...command,
    reduce: (ledger, now) => {
      const outcome = reduced(command, tellAnswer, ledger, now);
      observe(ledger, now, outcome.answer);
      return outcome;
    },
  };
}

function reduced<Answer>(
  command: Command<Answer>,
  tellAnswer: (answer: Answer) => string,
  ledger: LedgerState,
  now: number,
): ReturnType<Command<string>["reduce"]> {
  try {
    const outcome = command.reduce(ledger, now);
    return { ...outcome, answer: tellAnswer(outcome.answer) };
  } catch (error) {
    if (error instanceof DocsNotLoaded || !isTreasuryError(error)) throw error;
    return { kind: "unchanged", answer: error.code };
  }
}
