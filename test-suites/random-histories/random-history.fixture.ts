import { isTreasuryError } from "@agent-treasury/provider";
import {
  ada,
  type TestTreasury,
} from "../../packages/treasury-core/src/create/test-treasury.fixture.ts";
import { freezeScope } from "../../packages/treasury-core/src/features/freezes/freeze-scope.ts";
import { unfreezeAction } from "../../packages/treasury-core/src/features/freezes/unfreeze.ts";
import { withdrawal } from "../../packages/treasury-core/src/features/inbox/withdraw-approval.ts";
import { takeOverSpend } from "../../packages/treasury-core/src/features/payments/payouts/lease-spend.ts";
import { captureSpend } from "../../packages/treasury-core/src/features/payments/payouts/record-captures.ts";
import { refundSpend } from "../../packages/treasury-core/src/features/payments/payouts/record-refunds.ts";
import { releaseSpend } from "../../packages/treasury-core/src/features/payments/payouts/resolve-spend.ts";
import { allocationsToDoc } from "../../packages/treasury-core/src/features/rules/allocations/allocations-doc.ts";
import { standingAction } from "../../packages/treasury-core/src/features/standing-approvals/create-standing.ts";
import { revokeStanding } from "../../packages/treasury-core/src/features/standing-approvals/revoke-standing.ts";
import { termsToJson } from "../../packages/treasury-core/src/features/standing-approvals/standing-doc.ts";
import { setBudget } from "../../packages/treasury-core/src/features/workspace/set-budget.ts";
import type { ActionType } from "../../packages/treasury-core/src/kernel/action-type.ts";
import { approvalBy } from "../../packages/treasury-core/src/kernel/approvals/approval-record.ts";
import { changesOn } from "../../packages/treasury-core/src/kernel/ledger/command.ts";
import { contentsOf } from "../../packages/treasury-core/src/kernel/ledger/edited-storage.fixture.ts";
import {
  command,
  dollars,
} from "../../packages/treasury-core/src/kernel/ledger/test-ledger.fixture.ts";
import { proposalToDoc } from "../../packages/treasury-core/src/kernel/proposals/proposal-record.ts";
import type { SpendProposal } from "../../packages/treasury-core/src/kernel/proposals/proposal.ts";
import { decideProposal } from "../../packages/treasury-core/src/kernel/spends/decide-proposal.ts";
import { type Choice, choicesOf } from "./choice.fixture.ts";
import { fixedSalt, persons, randomDecision, randomRequest } from "./random-spends.fixture.ts";
import {
  buyer,
  randomAllocations,
  randomLimits,
  randomStanding,
  randomTreasury,
} from "./random-treasury.fixture.ts";

const stepsPerHistory = 40;

/** Everything that a history of a seed returned and stored. */
export interface RecordedHistory {
  /** Each step with its answer, a proposal as it is stored, or with its error. */
  readonly answers: readonly string[];
  readonly head: string;
  readonly docs: readonly string[];
  readonly entries: readonly string[];
  readonly verification: string;
}

/** Runs 40 random steps on a workspace in memory. Equal seeds do the same. */
export async function runHistory(seed: number): Promise<RecordedHistory> {
  const history = new RandomHistory(choicesOf(seed));
  await history.begin();
  for (let step = 1; step <= stepsPerHistory; step += 1) await history.step(step);
  return history.recorded();
}

class RandomHistory {
  private readonly answers: string[] = [];
  private readonly proposals = new Map<string, string>();
  private readonly freezes: string[] = [];
  private readonly standing: string[] = [];
  private readonly choice: Choice;
  private readonly treasury: TestTreasury;

  constructor(choice: Choice) {
    this.choice = choice;
    this.treasury = randomTreasury(choice);
  }

  async begin(): Promise<void> {
    await this.treasury.credit(dollars(100));
    const doc = allocationsToDoc(randomAllocations(this.choice, this.treasury.clock.now()), 1);
    await this.treasury.run(
      command((ledger) => ({
        kind: "changed",
        answer: null,
        changes: changesOn(ledger, { put: [doc] }),
      })),
    );
  }

  /** Does one thing, and records its answer. */
  async step(number: number): Promise<void> {
    const roll = this.choice.below(1_000);
    const [name, work] = this.chosen(roll, number);
    try {
      const answer = (await work()) ?? null;
      this.answers.push(`${name}: ${textOf(asStored(answer))}`);
      if (isProposal(answer) && this.proposals.has(answer.id)) {
        this.proposals.set(answer.id, answer.status);
      }
    } catch (error) {
      if (!isTreasuryError(error)) throw error;
      this.answers.push(`${name}: ${error.code} ${error.message}`);
    }
  }

  async recorded(): Promise<RecordedHistory> {
    const { storage } = this.treasury.engine;
    const { head, docs, entries } = await contentsOf(storage, "acme");
    const { valid, problem } = await this.treasury.verify();
    return {
      answers: this.answers,
      head: textOf(head?.account),
      // An epoch's document has a random name.
      docs: docs
        .filter(({ kind }) => kind !== "epoch")
        .map(textOf)
        .toSorted(),
      entries: entries.map(textOf),
      verification: textOf({ valid, problem }),
    };
  }

  private chosen(roll: number, number: number): [string, () => Promise<unknown>] {
    const { treasury, choice } = this;
    if (roll < 430 || this.proposals.size === 0) {
      return ["propose", () => this.propose(`p${number}`)];
    }
    if (roll < 690) {
      const input = randomDecision(choice, this.proposalThatIs("pending"));
      return ["decide", () => treasury.run(decideProposal(input, treasury.engine.policy))];
    }
    if (roll < 850) return this.paymentOf(this.proposalThatIs("approved"), roll, number);
    if (roll < 960) return this.administration(roll, number);
    if (roll < 985) return ["wait", this.wait];
    if (roll < 992) {
      const change = { overrides: randomLimits(choice), operator: ada, auditId: `b${number}` };
      return ["limits", () => treasury.run(setBudget(change))];
    }
    return ["reset", () => treasury.reset()];
  }

  /** Usually one in this state, and sometimes any. */
  private proposalThatIs(state: string): string {
    const all = [...this.proposals];
    const fitting = all.filter(([, status]) => status === state);
    const [id] = this.choice.pick(
      fitting.length > 0 && this.choice.chance(80) ? fitting : all.slice(-8),
    );
    return id;
  }

  private async propose(id: string): Promise<SpendProposal> {
    const request = randomRequest(this.choice, id, this.treasury.clock.now());
    this.proposals.set(id, "refused");
    const isRepeated = this.choice.chance(10);
    const proposal = await this.treasury.propose(request);
    return isRepeated ? this.treasury.propose(request) : proposal;
  }

  private paymentOf(
    proposalId: string,
    roll: number,
    number: number,
  ): [string, () => Promise<unknown>] {
    const { treasury, choice } = this;
    const { policy } = treasury.engine;
    if (roll < 770) {
      const captures = [{ id: `c${number}`, amount: dollars(choice.pick([1, 5, 9, 20])) }];
      const payment = { proposalId, captures, reference: `r${number}`, salt: fixedSalt };
      const isOpen = choice.chance(40);
      return ["capture", () => treasury.run(captureSpend({ ...payment, isOpen }, policy))];
    }
    if (roll < 790) {
      const refunds = [{ id: `f${number}`, amount: dollars(choice.pick([1, 4])) }];
      const refunded = { proposalId, refunds, salt: fixedSalt };
      return ["refund", () => treasury.run(refundSpend(refunded, policy))];
    }
    if (roll < 810) {
      const released = { proposalId, failure: "The vendor declined." };
      return ["release", () => treasury.run(releaseSpend(released, policy))];
    }
    if (roll < 830) {
      const taken = { proposalId, lease: `l${number}`, leaseMs: 1_000 };
      return ["take over", () => treasury.run(takeOverSpend(taken, policy))];
    }
    const operator = choice.pick(persons);
    return ["withdraw", () => treasury.run(withdrawal(proposalId, operator))];
  }

  private administration(roll: number, number: number): [string, () => Promise<unknown>] {
    const { treasury, choice } = this;
    if (roll < 872) {
      const id = `z${number}`;
      const scope = choice.pick(["workspace", "agent", "vendor", "allocation"] as const);
      const target = { workspace: null, agent: buyer, vendor: "name:acme", allocation: "ads" }[
        scope
      ];
      const by = { id: "Ada", name: "Ada", verified: true, agentId: null };
      this.freezes.push(id);
      const freeze = { id, scope, target, named: target, reason: null, by };
      return ["freeze", () => treasury.run(freezeScope(freeze))];
    }
    const record = this.freezes.at(-1);
    if (roll < 905 && record !== undefined) {
      return [
        "unfreeze",
        () => this.act(unfreezeAction, { record }, [{ kind: "freeze", id: record }]),
      ];
    }
    const id = this.standing.at(-1);
    if (roll < 920 && id !== undefined) {
      return ["revoke", () => treasury.run(revokeStanding(id, ada))];
    }
    const terms = randomStanding(choice, `s${number}`, treasury.clock.now());
    this.standing.push(terms.id);
    return ["stand", () => this.act(standingAction, termsToJson(terms))];
  }

  private act(
    action: ActionType,
    payload: Parameters<ActionType["apply"]>[1],
    reads: readonly { readonly kind: string; readonly id: string }[] = [],
  ): Promise<string | null> {
    const count = this.choice.pick([1, 2]);
    return this.treasury.run({
      ...command((ledger, now) => {
        const approvals = persons.slice(0, count).map((one) => approvalBy(one, null, now));
        const [by = approvalBy(ada, null, now)] = approvals;
        const context = {
          actionId: "a",
          by,
          approvals,
          policy: this.treasury.engine.policy,
          now,
          salt: fixedSalt,
        };
        const { changes, result } = action.apply(ledger, payload, context);
        return { kind: "changed", answer: result, changes };
      }),
      reads,
    });
  }

  private readonly wait = async (): Promise<null> => {
    this.treasury.clock.advance(this.choice.pick([1_000, 3_600_000, 86_400_000]));
    await Promise.resolve();
    return null;
  };
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown): unknown => {
    if (typeof each === "bigint") return `${each}n`;
    if (each instanceof Map || each instanceof Set) return [...each];
    return isRecord(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each;
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A proposal as it is stored, also within an answer. */
function asStored(answer: unknown): unknown {
  if (isProposal(answer)) return proposalToDoc(answer);
  const { spend } = (answer ?? {}) as { readonly spend?: unknown };
  return isProposal(spend) ? { ...(answer as object), spend: proposalToDoc(spend) } : answer;
}

function isProposal(answer: unknown): answer is SpendProposal {
  return (
    isRecord(answer) && typeof answer["id"] === "string" && typeof answer["status"] === "string"
  );
}
