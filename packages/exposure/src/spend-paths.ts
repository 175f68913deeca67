import { Micros } from "@agent-treasury/provider";
import { type Approval, mayAllowPayee, progressOf, type Rule } from "@agent-treasury/rules";
import { type Attack, type AttackedStanding, isAutomaticAttack } from "./attack.ts";
import { listedBit, type PayeeChoice, type RuleBits } from "./spend-values.ts";

/** How spends avoid persons: by policy, by one approver, or by a standing approval. */
export interface Path extends PayeeChoice {
  readonly isAutomatic: boolean;
  readonly standing: AttackedStanding | null;
  /** Maximum of each spend. Null without one. */
  readonly maximum: Micros | null;
  /** Bits of which a spend needs one, because nothing else makes its payee payable. Null for none. */
  readonly allowing: RuleBits | null;
}

const anyPath = {
  isAutomatic: false,
  standing: null,
  names: null,
  rail: null,
  maximum: null,
  allowing: null,
};

/** Policy pays payees that rules allow, and those of each rail that persons approved. */
function automaticPaths(attack: Attack): readonly Path[] {
  const payees = attack.credential?.payees ?? null;
  if (payees === null) return [{ ...anyPath, isAutomatic: true }];
  const { rules } = attack.ruleSet;
  const allowing = rules.reduce(
    (bits, rule, index) =>
      rule.then.kind === "autoApprove" && mayAllowPayee(rule) ? bits | (1n << BigInt(index)) : bits,
    listedBit(attack),
  );
  const byRail = [...Map.groupBy(payees, ({ rail }) => rail)].map(([rail, known]): Path => {
    const names = known.flatMap(({ name }) => name ?? []);
    return {
      ...anyPath,
      isAutomatic: true,
      names: names.length < known.length ? null : names,
      rail,
      maximum: known.reduce((most, { maximum }) => Micros.max(most, maximum), Micros.zero),
    };
  });
  return [{ ...anyPath, isAutomatic: true, allowing }, ...byRail];
}

/** Returns the ways in which the spends of an agent are paid. */
export function pathsOf(attack: Attack, agentId: string): readonly Path[] {
  const { standing = [] } = attack;
  const own = standing.filter((one) => one.agentId === agentId);
  return [
    ...(isAutomaticAttack(attack) ? automaticPaths(attack) : [anyPath]),
    ...own.map((one): Path => {
      return { ...anyPath, standing: one, names: [one.vendor], maximum: one.maximum };
    }),
  ];
}

const approver: Approval = { person: "approver", groups: [], passkey: true };

/** Whether a rule stops a spend, whatever was spent before. */
export function isStopping(then: Rule["then"], { isAutomatic, standing }: Path): boolean {
  if (then.kind === "deny") return true;
  // The authors of a standing approval are assumed to meet every requirement.
  if (then.kind !== "requireApprovals" || standing !== null) return false;
  if (isAutomatic) return true;
  const { requirement } = then;
  const groups = requirement.from ?? [];
  return !progressOf([requirement], [{ ...approver, groups }], "proposer").isComplete;
}
