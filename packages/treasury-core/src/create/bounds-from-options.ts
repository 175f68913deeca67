import { type TurnLimits, defaultTurnLimits } from "../agent/turn-settings.ts";
import type { FleetSettings } from "../fleet/machine-host.ts";
import { longestLeaseMs } from "../ledger/lease-over.ts";
import { countOption, durationOption } from "./number-options.ts";
import type { TreasuryOptions } from "./treasury-options.ts";

const secondsPerDay = 86_400;
/** As the contract has it for a request that names its own. */
const longestExecSeconds = 600;
/** A payment's lease is twice as long, and no lease is longer than `longestLeaseMs`. */
const longestExecutionSeconds = longestLeaseMs / 2_000;
/** A hundred years: a number of days may not lead past the last date there is. */
const longestRetentionDays = 36_525;

/** The bounds of a turn. */
export function turnLimitsOf({ turns = {} }: TreasuryOptions): TurnLimits {
  const { steps, timeoutSeconds, concurrentTurns, outputTokens } = defaultTurnLimits;
  const { drainSeconds, retentionDays } = defaultTurnLimits;
  return {
    steps: countOption("turns.steps", turns.steps ?? steps, 1),
    timeoutSeconds: durationOption(
      "turns.timeoutSeconds",
      turns.timeoutSeconds ?? timeoutSeconds,
      secondsPerDay,
    ),
    concurrentTurns: countOption(
      "turns.concurrentTurns",
      turns.concurrentTurns ?? concurrentTurns,
      1,
    ),
    outputTokens: countOption("turns.outputTokens", turns.outputTokens ?? outputTokens, 1),
    dailyTokens:
      turns.dailyTokens == null ? null : countOption("turns.dailyTokens", turns.dailyTokens, 1),
    drainSeconds: durationOption(
      "turns.drainSeconds",
      turns.drainSeconds ?? drainSeconds,
      secondsPerDay,
    ),
    retentionDays: countOption(
      "turns.retentionDays",
      turns.retentionDays ?? retentionDays,
      1,
      longestRetentionDays,
    ),
  };
}

/** How payments outside are waited for, in milliseconds; `recoveryMs` is null for only when asked. */
export interface ExecutionBounds {
  readonly timeoutMs: number;
  readonly recoveryMs: number | null;
}

/** What the options say about payments outside. */
export function executionBoundsOf({ execution = {} }: TreasuryOptions): ExecutionBounds {
  const { timeoutSeconds = 30, recoverySeconds = 30 } = execution;
  return {
    timeoutMs: wholeMs("execution.timeoutSeconds", timeoutSeconds, longestExecutionSeconds),
    recoveryMs:
      recoverySeconds === false ? null : wholeMs("execution.recoverySeconds", recoverySeconds),
  };
}

/** For how long the safety classifier's answer is waited for, in milliseconds. */
export function classifierTimeoutMsOf({ safety = {} }: TreasuryOptions): number {
  return wholeMs("safety.classifierTimeoutSeconds", safety.classifierTimeoutSeconds ?? 5);
}

function wholeMs(name: string, seconds: number, most = secondsPerDay): number {
  return Math.ceil(durationOption(name, seconds, most) * 1_000);
}

/** What the options say about machines. */
export function fleetSettingsOf({ machines, fleet = {} }: TreasuryOptions): FleetSettings {
  const { machinesPerWorkspace = 3, machinesPerDeployment = 10 } = fleet;
  const { provisionTimeoutSeconds = 300, execTimeoutSeconds = 60 } = fleet;
  const { idleSuspendSeconds = 300 } = fleet;
  const provisionSeconds = durationOption(
    "fleet.provisionTimeoutSeconds",
    provisionTimeoutSeconds,
    secondsPerDay,
  );
  return {
    host: machines ?? null,
    machinesPerWorkspace: countOption("fleet.machinesPerWorkspace", machinesPerWorkspace, 0),
    machinesPerDeployment: countOption("fleet.machinesPerDeployment", machinesPerDeployment, 0),
    provisionTimeoutMs: Math.ceil(provisionSeconds * 1_000),
    execTimeoutSeconds: durationOption(
      "fleet.execTimeoutSeconds",
      execTimeoutSeconds,
      longestExecSeconds,
    ),
    idleSuspendMs: wholeMs("fleet.idleSuspendSeconds", idleSuspendSeconds),
  };
}
