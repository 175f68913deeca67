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

/** A treasury's options, as far as they can travel as JSON to the process that mounts it. */
export interface ServiceOptions {
  readonly budget?: BudgetOptions;
  readonly timeZone?: string;
  readonly proposalExpiryHours?: number;
  readonly screening?: Omit<ScreeningOptions, "classifier">;
  readonly instructions?: string;
  readonly turns?: Partial<TurnLimits>;
  readonly machineLimits?: MachineLimits;
  readonly allowedOrigins?: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly accessRules?: AccessRulesName;
  /** What a stand-in that pays spends does with every one of them; none unless given. */
  readonly executor?: ScriptedAnswer;
  readonly executorTimeoutSeconds?: number;
  readonly recoverySeconds?: number | false;
  /** Whether the agent is offered `serviceTools`. */
  readonly tools?: boolean;
  /** Whether agents from elsewhere are let in; a stand-in speaks for the protocol. */
  readonly mcp?: boolean;
}

/** What a treasury of the suite is made of. The ports stay with the test. */
export interface ServiceParts {
  readonly storage: Storage;
  readonly model: LanguageModel | null;
  readonly payments: PaymentProcessor | null;
  readonly machines: MachineHost | null;
  readonly options: ServiceOptions;
}
