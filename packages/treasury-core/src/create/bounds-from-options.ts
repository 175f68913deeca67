import { type TurnLimits, defaultTurnLimits } from "../agent/turn-settings.ts";
import { longestLeaseMs } from "../ledger/lease-over.ts";
import type { MachineSettings } from "../machines/machine-host.ts";
import type { ConnectedExecutor } from "../treasury/payouts/spending-deps.ts";
import { executorsOf } from "./executors-of.ts";
import { countOption, durationOption } from "./number-options.ts";
import type { MachineLimits, TreasuryOptions } from "./treasury-options.ts";

const secondsPerDay = 86_400;
/** The maximum of the contract. */
const longestExecSeconds = 600;
/** A lease lasts twice as long, up to `longestLeaseMs`. */
const longestExecutionSeconds = longestLeaseMs / 2_000;
/** Longer periods could exceed the latest possible date. */
const longestRetentionDays = 36_525;

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

/** Null to recover on request only. */
export function recoveryMsOf({ recoverySeconds = 30 }: TreasuryOptions): number | null {
  return recoverySeconds === false ? null : wholeMs("recoverySeconds", recoverySeconds);
}

export function connectedExecutorsOf(options: TreasuryOptions): readonly ConnectedExecutor[] {
  return executorsOf(options).map(({ executor, timeoutSeconds = 30 }) => ({
    executor,
    timeoutMs: wholeMs("executors.timeoutSeconds", timeoutSeconds, longestExecutionSeconds),
  }));
}

export function classifierTimeoutMsOf({ screening = {} }: TreasuryOptions): number {
  return wholeMs("screening.classifierTimeoutSeconds", screening.classifierTimeoutSeconds ?? 15);
}

export function classifierCallsPerMinuteOf({ screening = {} }: TreasuryOptions): number {
  const { classifierCallsPerMinute = 60 } = screening;
  return countOption("screening.classifierCallsPerMinute", classifierCallsPerMinute, 1);
}

function wholeMs(name: string, seconds: number, most = secondsPerDay): number {
  return Math.ceil(durationOption(name, seconds, most) * 1_000);
}

function nameOf(limit: keyof MachineLimits): string {
  return `machines.limits.${limit}`;
}

export function machineSettingsOf({ machines }: TreasuryOptions): MachineSettings {
  const {
    perWorkspace = 3,
    perDeployment = 10,
    provisionTimeoutSeconds = 300,
  } = machines?.limits ?? {};
  const { execTimeoutSeconds = 60, idleSuspendSeconds = 300 } = machines?.limits ?? {};
  return {
    host: machines?.host ?? null,
    machinesPerWorkspace: countOption(nameOf("perWorkspace"), perWorkspace, 0),
    machinesPerDeployment: countOption(nameOf("perDeployment"), perDeployment, 0),
    provisionTimeoutMs: wholeMs(nameOf("provisionTimeoutSeconds"), provisionTimeoutSeconds),
    execTimeoutSeconds: durationOption(
      nameOf("execTimeoutSeconds"),
      execTimeoutSeconds,
      longestExecSeconds,
    ),
    idleSuspendMs: wholeMs(nameOf("idleSuspendSeconds"), idleSuspendSeconds),
  };
}
