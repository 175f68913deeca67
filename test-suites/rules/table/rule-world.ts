import { randomIdentifiers, type Micros } from "@agent-treasury/provider";
import {
  type Allocation,
  readRuleSet,
  type RuleSet,
  type WrittenRule,
} from "@agent-treasury/rules";
import {
  captureSpend,
  type Command,
  decideProposal,
  type HoldTerms,
  type Operator,
  proposeSpend,
  releaseSpend,
  resetWorkspace,
  type SpendProposal,
} from "../../../packages/treasury-core/src/domain.ts";
import { type HistoryClock, historyClock } from "../../histories/history-clock.ts";
import type { OpenedStorage } from "../../histories/treasury-histories.ts";
import { type Deployment, openProcess, type TreasuryProcess } from "../treasury-process.ts";
import { usd } from "../usd.ts";
import { allocationsChange, credit, payment, publication } from "../workspace-commands.ts";
import type { Approver, GivenSpend } from "./rule-row.ts";

/** Far from the limits of the service API, so that only the rules matter. */
export const deployment: Deployment = {
  timeZone: "Europe/Berlin",
  startingCapital: usd(10_000),
  limits: {
    maxSpendPerAction: usd(9_000),
    autoApproveUnder: usd(100),
    dailySpendCap: usd(9_000),
    minReserve: usd(0),
  },
  autoApproveDaily: usd(9_000),
  proposalLifetimeMs: null,
  defaultRules: { rules: [] },
};

const groups: Readonly<Record<Approver, readonly string[]>> = {
  ada: ["finance"],
  ben: ["finance", "legal"],
  cyd: ["legal"],
  dan: [],
};

export function person(id: Approver): Operator {
  return { id, name: id, verified: true, groups: groups[id] };
}

const admin: Operator = { id: "admin", name: "Admin", verified: true, groups: [] };

/** One workspace, driven through the commands of the core. */
export interface RuleWorld {
  readonly workspaceId: string;
  readonly process: TreasuryProcess;
  setTime(iso: string): void;
  run<Answer>(command: Command<Answer>): Promise<Answer>;
  propose(spend: GivenSpend): Promise<SpendProposal>;
  approve(proposal: SpendProposal, approver: Approver): Promise<SpendProposal>;
  approveAs(
    proposal: SpendProposal,
    operator: Operator,
    approvedAmount?: Micros,
  ): Promise<SpendProposal>;
  deny(proposal: SpendProposal): Promise<SpendProposal>;
  capture(proposal: SpendProposal, capturedUsd: number): Promise<SpendProposal>;
  release(proposal: SpendProposal): Promise<SpendProposal>;
  publish(rules: readonly WrittenRule[]): Promise<null>;
  reset(): Promise<null>;
  credit(amountUsd: number): Promise<null>;
}

export interface RuleWorlds {
  /** A new workspace with these rules, published or as the deployment's default. */
  open(
    rules: readonly WrittenRule[],
    allocations?: readonly Allocation[],
    as?: "published" | "default",
  ): Promise<RuleWorld>;
  /** A workspace with published rules in another process, which has cached nothing. */
  reopen(world: RuleWorld): RuleWorld;
  /** Ids of all workspaces so far. */
  readonly workspaceIds: readonly string[];
}

export function ruleWorlds({ storages }: OpenedStorage, clock: HistoryClock): RuleWorlds {
  const [storage] = storages;
  if (storage === undefined) throw new Error("The table needs a storage.");
  const workspaceIds: string[] = [];
  const openWorld = (workspaceId: string, defaultRules: RuleSet): RuleWorld => {
    const settings = { ...deployment, defaultRules };
    const process = openProcess(storage, clock, randomIdentifiers, settings);
    return worldOf(process, workspaceId, clock);
  };
  return {
    workspaceIds,
    reopen: ({ workspaceId }) => openWorld(workspaceId, deployment.defaultRules),
    open: async (written, allocations = [], as = "published") => {
      const workspaceId = `rules-${workspaceIds.length}`;
      workspaceIds.push(workspaceId);
      const rules: RuleSet = readRuleSet({ version: 1, rules: written });
      const world = openWorld(workspaceId, as === "default" ? rules : deployment.defaultRules);
      if (as === "published" && written.length > 0) {
        await world.publish(written);
      }
      if (allocations.length > 0) await world.run(allocationsChange(allocations));
      return world;
    },
  };
}

export function tableClock(): HistoryClock {
  return historyClock(Date.UTC(2025, 5, 1));
}

function worldOf(process: TreasuryProcess, workspaceId: string, clock: HistoryClock): RuleWorld {
  const { committer, policy } = process;
  const run = <Answer>(command: Command<Answer>) => committer.run(workspaceId, command);
  const decide = (
    proposal: SpendProposal,
    decision: "approve" | "deny",
    operator: Operator,
    approvedAmount: Micros | null = null,
  ) => {
    const input = { proposalId: proposal.id, decision, operator, comment: null, payment };
    const hold = proposal.purpose === heldPurpose ? { hold: terms } : {};
    return run(
      decideProposal(
        { ...input, approvedAmount, salt: randomIdentifiers.random(), ...hold },
        policy,
      ),
    );
  };
  return {
    workspaceId,
    process,
    run,
    setTime: (iso) => clock.jump(Date.parse(iso) - clock.now()),
    propose: ({ usd: amount, isHeld = false, behind, ...given }) =>
      run(
        proposeSpend(
          {
            id: randomIdentifiers.random(),
            agentId: given.agentId ?? "agent",
            behind: behind === undefined ? null : { id: behind, name: behind },
            amount: usd(amount),
            vendor: given.vendor ?? "AWS",
            purpose: isHeld ? heldPurpose : "servers",
            category: given.category ?? null,
            allocationId: given.allocationId ?? null,
            payment,
            salt: randomIdentifiers.random(),
            ...(isHeld && { hold: terms() }),
          },
          policy,
        ),
      ),
    approve: (proposal, approver) => decide(proposal, "approve", person(approver)),
    approveAs: (proposal, operator, approvedAmount) =>
      decide(proposal, "approve", operator, approvedAmount),
    deny: (proposal) => decide(proposal, "deny", person("ada")),
    capture: ({ id }, capturedUsd) => {
      const captures = [{ id: randomIdentifiers.random(), amount: usd(capturedUsd) }];
      const captured = {
        proposalId: id,
        captures,
        reference: id,
        salt: randomIdentifiers.random(),
      };
      return run(captureSpend(captured, policy));
    },
    release: ({ id }) => run(releaseSpend({ proposalId: id, failure: "Declined." }, policy)),
    publish: (rules) =>
      run(publication(readRuleSet({ version: 1, rules }), admin, randomIdentifiers.random())),
    reset: () => run(resetWorkspace(admin, policy)),
    credit: (amountUsd) =>
      run(credit(randomIdentifiers.random(), usd(amountUsd), randomIdentifiers.random())),
  };
}

/** Decisions on such a spend hold its amount too. */
const heldPurpose = "servers by card";

function terms(): HoldTerms {
  const lease = randomIdentifiers.random();
  return { executor: "stripe-issuing", mode: "sandbox", lease, leaseMs: 60_000 };
}
