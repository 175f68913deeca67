import type { SpendProposal } from "../../../packages/treasury-core/src/domain.ts";
import type { Approver, GivenSpend, Outcome, PastStep, RuleCase } from "./rule-row.ts";
import type { RuleWorld } from "./rule-world.ts";

const everyone: readonly Approver[] = ["ada", "ben", "cyd", "dan"];

/** Performs the earlier spends, then the spend of the case, and returns its outcome. */
export async function runRuleCase(
  world: RuleWorld,
  { before = [], spend, approvers = everyone, publishedMeanwhile }: RuleCase,
): Promise<Outcome> {
  for (const step of before) await performPast(world, step);
  const { proposal, given } = await decided(world, spend, approvers, async () => {
    if (publishedMeanwhile !== undefined) await world.publish(publishedMeanwhile);
  });
  switch (proposal.status) {
    case "denied":
      return `denied by ${decisiveRule(proposal)}`;
    case "failed":
      return `fails by ${decisiveRule(proposal)}`;
    case "pending":
      return "never complete";
    default:
      return given === 0 ? "automatic" : `after ${given} approvals`;
  }
}

async function performPast(world: RuleWorld, step: PastStep): Promise<void> {
  if ("publish" in step) {
    await world.publish(step.publish);
    return;
  }
  if ("reset" in step) {
    if (step.at !== undefined) world.setTime(step.at);
    await world.reset();
    // A reset leaves no money.
    await world.credit(10_000);
    return;
  }
  const { then, decidedAt, ...spend } = step;
  if (then === "proposed" || then === "denied") {
    const proposal = await proposed(world, spend);
    if (then === "denied") await world.deny(proposal);
    return;
  }
  const { proposal } = await decided(world, spend, everyone, async () => {
    if (decidedAt !== undefined) world.setTime(decidedAt);
  });
  if (proposal.status !== "executed" && proposal.status !== "approved") {
    throw new Error(`An earlier spend is ${proposal.status}: ${proposal.failure ?? ""}`);
  }
  if (then === "released") await world.release(proposal);
  else if (then !== undefined) await world.capture(proposal, then.capturedUsd);
}

async function proposed(world: RuleWorld, spend: GivenSpend): Promise<SpendProposal> {
  if (spend.at !== undefined) world.setTime(spend.at);
  return world.propose(spend);
}

interface DecidedSpend {
  readonly proposal: SpendProposal;
  /** The number of persons who approved. */
  readonly given: number;
}

async function decided(
  world: RuleWorld,
  spend: GivenSpend,
  approvers: readonly Approver[],
  meanwhile: () => Promise<void>,
): Promise<DecidedSpend> {
  let proposal = await proposed(world, spend);
  await meanwhile();
  let given = 0;
  for (const approver of approvers) {
    if (proposal.status !== "pending") break;
    proposal = await world.approve(proposal, approver);
    given += 1;
  }
  return { proposal, given };
}

function decisiveRule({ failure }: SpendProposal): string {
  return /(?:allocation )?`[^`]+`/.exec(failure ?? "")?.[0].replaceAll("`", "") ?? `${failure}`;
}
