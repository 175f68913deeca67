import { type FaultyStorage, faultyStorage } from "@agent-treasury/testing";
import type { LedgerState } from "../../../packages/treasury-core/src/domain.ts";
import { historyFaults } from "../../histories/history-faults.ts";
import { seededRandom } from "../../histories/random.ts";
import { skewedTime } from "../../histories/skewed-time.ts";
import type { Stage } from "../../histories/stage.ts";
import { type Deployment, openProcess, type TreasuryProcess } from "../treasury-process.ts";
import { usd } from "../usd.ts";
import type { RollingReading } from "./core-state.ts";
import { type MortalStorage, mortalStorage } from "./mortal-storage.ts";
import { ruleCommand, type TakenRuleStep } from "./perform-rule-step.ts";
import {
  autoApproveUnder,
  type RuleHistory,
  type RuleMove,
  type RuleRound,
} from "./rule-history.ts";

export type TakenMove = TakenRuleStep & {
  /** False if nothing was written or compared, because the process crashed. */
  readonly isCommitted: boolean;
  readonly rolling: RollingReading;
};

/** Processes that share a workspace. */
export interface RuleProcesses {
  /** Performs all steps of a round concurrently. */
  take(
    round: RuleRound,
    read: (ledger: LedgerState, now: number) => RollingReading,
  ): Promise<readonly TakenMove[]>;
  crashes(): number;
  faults(): number;
  close(): Promise<void>;
}

/** Faults after which the committer finds out whether its commit was written. */
const perMille = {
  unclear_landed: 80,
  unclear_lost: 60,
  unclear_late: 0,
  conflict: 80,
  rejected: 0,
};

interface RunningProcess extends TreasuryProcess {
  readonly mortal: MortalStorage;
  readonly faulty: FaultyStorage | null;
}

function openRunning(
  history: RuleHistory,
  { storages, clock }: Stage,
  index: number,
  seed: number,
): RunningProcess {
  const shared = storages[index % storages.length];
  if (shared === undefined) throw new Error("A history needs a storage.");
  const faulty = history.hasFaults
    ? faultyStorage(shared, historyFaults(seed, perMille), clock)
    : null;
  const mortal = mortalStorage(faulty ?? shared);
  const skewed = skewedTime({ storage: mortal.storage, clock }, seed);
  const identifiers = seededRandom(seed);
  const random = (): string => identifiers.identifier();
  const process = openProcess(skewed.storage, skewed.clock, { random }, deploymentOf(history));
  return { ...process, mortal, faulty };
}

export function openRuleProcesses(history: RuleHistory, stage: Stage): RuleProcesses {
  const { storages, clock, workspaceId } = stage;
  const faulty: FaultyStorage[] = [];
  let opened = 0;
  let crashes = 0;
  let order = 0;
  const open = (index: number): RunningProcess => {
    opened += 1;
    const process = openRunning(history, stage, index, history.seed * 64 + opened);
    if (process.faulty !== null) faulty.push(process.faulty);
    return process;
  };
  const running = Array.from({ length: history.processes }, (_, index) => open(index));
  const versionNow = async (): Promise<bigint> => {
    const [snapshot] = (await storages[0]?.load([{ workspaceId, keys: [] }])) ?? [];
    return snapshot?.head?.version ?? 0n;
  };

  const take = async (
    { process: at, step, crash }: RuleMove,
    read: (ledger: LedgerState, now: number) => RollingReading,
  ): Promise<TakenMove> => {
    const own = running[at];
    if (own === undefined) throw new Error(`There is no process ${at}.`);
    const nothing = { version: 0n, isChange: false, order: 0, rolling: new Map() } as const;
    if (step.kind === "purge") {
      await own.storage.purge(clock.now(), 10_000);
      return { ...nothing, answer: "done", now: clock.now(), isCommitted: true };
    }
    let last = {
      now: 0,
      answer: "",
      version: 0n,
      order: 0,
      rolling: nothing.rolling as RollingReading,
    };
    const command = ruleCommand(own, step, (ledger, now, answer) => {
      const { baseVersion } = ledger as LedgerState & { readonly baseVersion: bigint };
      order += 1;
      last = { now, answer, version: baseVersion, order, rolling: read(ledger, now) };
    });
    const before = crash === null ? 0n : await versionNow();
    own.mortal.crashAt(crash);
    try {
      const { ledger } = await own.committer.runInGroup(workspaceId, command);
      own.mortal.crashAt(null);
      return { ...last, isChange: ledger.hasChanges, isCommitted: true };
    } catch (error) {
      if (!own.mortal.hasCrashed) throw error;
      crashes += 1;
      running[at] = open(at);
      const isCommitted = (await versionNow()) > before;
      return { ...last, isChange: true, isCommitted };
    }
  };
  return {
    take: ({ moves }, read) => Promise.all(moves.map((move) => take(move, read))),
    crashes: () => crashes,
    faults: () =>
      faulty.reduce(
        (sum, { faults }) => sum + faults.unclear_landed + faults.unclear_lost + faults.conflict,
        0,
      ),
    close: async () => {
      await Promise.all(running.map(({ committer }) => committer.close()));
      await Promise.all(faulty.map((storage) => storage.settled()));
    },
  };
}

function deploymentOf({ timeZone, startingCapital, proposalLifetimeMs }: RuleHistory): Deployment {
  return {
    timeZone,
    startingCapital,
    limits: {
      maxSpendPerAction: usd(1_000),
      autoApproveUnder,
      dailySpendCap: usd(100_000),
      minReserve: usd(0),
    },
    autoApproveDaily: usd(100_000),
    proposalLifetimeMs,
    defaultRules: { rules: [] },
  };
}
