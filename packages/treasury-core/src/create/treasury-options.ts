import type {
  Clock,
  Identifiers,
  LanguageModel,
  Logger,
  MachineHost,
  PaymentProcessor,
  SafetyClassifier,
  SpendExecutor,
  Storage,
  Tracer,
} from "@agent-treasury/provider";
import type { SafetyGateOptions } from "@agent-treasury/screening";
import type { AgentTool } from "../agent/tools/agent-tool.ts";
import type { TurnLimits } from "../agent/turn-settings.ts";
import type { TreasuryHooks } from "../hooks/treasury-hooks.ts";
import type { AccessRules } from "../http/access.ts";
import type { BrowserRules } from "../http/browser-rules.ts";
import type { FailureReport } from "../http/failure-log.ts";
import type { McpOptions } from "../http/serve-mcp.ts";

/** Limits in USD; what is left out is the reference's default. */
export interface BudgetOptions {
  /** What each workspace begins with, in its first epoch alone; 0 unless given. */
  readonly startingCapitalUsd?: number;
  /** The most that one spend may be; 50 unless given. */
  readonly maxSpendPerActionUsd?: number;
  /** Safe spends below it need no person; 10 unless given, 0 for none. */
  readonly autoApproveUnderUsd?: number;
  /** The most that is spent in a day; 100 unless given. */
  readonly dailySpendCapUsd?: number;
  /** What no spend may draw the balance below; 20 unless given. */
  readonly minReserveUsd?: number;
  /** What policy may approve in a day without a person; three times `autoApproveUnderUsd` unless given. */
  readonly autoApproveDailyUsd?: number;
}

/** Bounds on the fleet. */
export interface FleetOptions {
  /** Machines at a time in one workspace; 3 unless given. */
  readonly machinesPerWorkspace?: number;
  /** Machines at a time in all workspaces; 10 unless given. */
  readonly machinesPerDeployment?: number;
  /** How long a new machine may take to start; 300 unless given. */
  readonly provisionTimeoutSeconds?: number;
  /** Of an `exec` that names none; 60 unless given. */
  readonly execTimeoutSeconds?: number;
  /** How long an agent's own machine may be idle before it is suspended; 300 unless given. */
  readonly idleSuspendSeconds?: number;
}

/** How payments outside are waited for and carried on. */
export interface ExecutionOptions {
  /** For how long an answer of the executor is waited for; 30 unless given, at most 1,800. */
  readonly timeoutSeconds?: number;
  /**
   * How often this process looks for payments that nobody carries on, and for machines to suspend,
   * beginning soon after it starts; 30 unless given, false for only when `recover()` is called.
   */
  readonly recoverySeconds?: number | false;
}

/** How spends are screened. */
export interface SafetyOptions extends SafetyGateOptions {
  /** For how long the classifier's answer is waited for; 5 unless given. */
  readonly classifierTimeoutSeconds?: number;
  /**
   * The spends that the classifier is asked about: `all` that the rules do not block, or only those that
   * would be approved `automatic`ally; `all` unless given.
   */
  readonly classifierAsks?: "all" | "automatic";
  /**
   * The verdict when the classifier does not answer: that of the `screening` rules, or at least `review`;
   * `screening` unless given.
   */
  readonly onSilence?: "screening" | "review";
}

/** What traces the treasury. */
export interface TelemetryOptions {
  /** `trace.getTracer("…")` of `@opentelemetry/api`, or anything like it. */
  readonly tracer: Tracer;
}

/** What a treasury is made of. `baseUrl` and `storage` are needed; everything else can come later. */
export interface TreasuryOptions extends AccessRules {
  /** The public address of the app, for example `https://app.example.com`: checkouts return there. */
  readonly baseUrl: string;
  /** Where workspaces are kept: `sqliteStorage()`, `postgresStorage()`, `memoryStorage()`, or your own. */
  readonly storage: Storage;
  /** What the agent thinks with, such as `openaiModel()`. Without one turns are refused, and say what to set. */
  readonly model?: LanguageModel;
  /** How money comes in, such as `stripePayments()`. Without one deposits are refused. */
  readonly payments?: PaymentProcessor;
  /** Where agents have machines, such as `dockerMachines()`. Without one they have none. */
  readonly machines?: MachineHost;
  /** Pays approved spends outside; without one the ledger entry is the payment. */
  readonly executor?: SpendExecutor;
  /** How payments by the executor are waited for and carried on. */
  readonly execution?: ExecutionOptions;
  /** The caps and the reserve of every workspace that has none of its own. */
  readonly budget?: BudgetOptions;
  /** IANA name of the zone whose midnight ends a day; `UTC` unless given. */
  readonly timeZone?: string;
  /** Hours after which a waiting proposal is denied; never unless given. */
  readonly proposalExpiryHours?: number;
  /** Rules beside the built-in ones; they cannot take one away. */
  readonly safety?: SafetyOptions;
  /** A second opinion on what is bought, which can only tighten; without one the gate stands alone. */
  readonly safetyClassifier?: SafetyClassifier;
  /** The app's own tools, offered to the agent. */
  readonly tools?: readonly AgentTool[];
  /** Told to the agent beside the treasury's own instructions. */
  readonly instructions?: string;
  /** Bounds on the agent's turns: steps, time, tokens. */
  readonly turns?: Partial<TurnLimits>;
  /**
   * Lets agents built on anything else propose spends, over the Model Context Protocol at `/mcp` below
   * the base path. Off unless given.
   */
  readonly mcp?: McpOptions;
  /** How many machines there may be, and how long they are waited for. */
  readonly fleet?: FleetOptions;
  /** Where the handler is mounted; `/api/service` unless given. */
  readonly basePath?: string;
  /** Origins beside that of `baseUrl` whose pages may call. */
  readonly allowedOrigins?: BrowserRules["allowedOrigins"];
  /** Hosts beside that of `baseUrl` under which the service may be reached, with their ports. */
  readonly allowedHosts?: BrowserRules["allowedHosts"];
  /** Told what this process did, after the commit that made it durable. */
  readonly hooks?: TreasuryHooks;
  /** Where to write what happens, for example `pino()` or `console`; failures alone, to the error console, unless given. */
  readonly logger?: Logger;
  /** `tracer` gets a span for each turn, step, call of the model, tool and commit; none unless given. */
  readonly telemetry?: TelemetryOptions;
  /**
   * Called with every failure of status 500 and above, except refusals while the treasury closes or is
   * busy and proposals that do not exist, beside `logger`; `console.error` unless one of them is given.
   */
  readonly onFailure?: (report: FailureReport) => void;
  /** For tests that own time. */
  readonly clock?: Clock;
  /** For tests that foresee identifiers. */
  readonly identifiers?: Identifiers;
}
