import type {
  LanguageModel,
  MachineHost,
  PaymentProcessor,
  Storage,
} from "@agent-treasury/provider";
import type { ScriptedAnswer } from "@agent-treasury/sandbox";
import type {
  BudgetOptions,
  MachineLimits,
  ScreeningOptions,
  TurnLimits,
} from "@agent-treasury/treasury-core";
import type { AccessRulesName } from "./access-rules.ts";

/** The treasury options that can be sent as JSON to the mounting process. */
export interface ServiceOptions {
  readonly budget?: BudgetOptions;
  readonly timeZone?: string;
  readonly proposalExpiryHours?: number;
  readonly screening?: Omit<ScreeningOptions, "judge">;
  readonly instructions?: string;
  readonly turns?: Partial<TurnLimits>;
  readonly machineLimits?: MachineLimits;
  readonly allowedOrigins?: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly accessRules?: AccessRulesName;
  /** The behaviour of a scripted executor for all spends; no executor by default. */
  readonly executor?: ScriptedAnswer;
  readonly executorTimeoutSeconds?: number;
  readonly recoverySeconds?: number | false;
  /** Whether the agent has `serviceTools`. */
  readonly tools?: boolean;
  /** Whether external agents have access, through a stand-in for the protocol. */
  readonly mcp?: boolean;
}

/** The parts of a treasury of the suite. The ports run in the test's process. */
export interface ServiceDeps {
  readonly storage: Storage;
  readonly model: LanguageModel | null;
  readonly payments: PaymentProcessor | null;
  readonly machines: MachineHost | null;
  readonly options: ServiceOptions;
}
