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

/** Where agents have machines, and how many. */
export interface MachineOptions {
  /** For example `dockerMachines()` or `flyMachines()`. */
  readonly host: MachineHost;
  readonly limits?: MachineLimits;
}

/** Limits on machines. */
export interface MachineLimits {
  /** The maximum number of machines at a time in one workspace; 3 by default. */
  readonly perWorkspace?: number;
  /** The maximum number of machines at a time in all workspaces; 10 by default. */
  readonly perDeployment?: number;
  /** The maximum time that a new machine takes to start; 300 by default. */
  readonly provisionTimeoutSeconds?: number;
  /** The timeout of an `exec` request without its own; 60 by default. */
  readonly execTimeoutSeconds?: number;
  /** The idle time after which an agent's machine is suspended; 300 by default. */
  readonly idleSuspendSeconds?: number;
}

/** How money comes in. */
export interface PaymentOptions {
  /** For example `stripePayments()`, or `sandboxPayments()` for test money. */
  readonly processor: PaymentProcessor;
}

/** What pays approved spends. */
export interface ExecutorOptions {
  /** For example `stripeIssuingExecutor()`. */
  readonly executor: SpendExecutor;
  /** The time to wait for a response of the executor; 30 by default, at most 1,800. */
  readonly timeoutSeconds?: number;
}

/** How spends are screened: the rules that are added to the built-in ones, and a safety classifier. */
export interface ScreeningOptions extends SafetyGateOptions {
  /** A second opinion on what is bought. It can only tighten the verdict of the rules. */
  readonly classifier?: SafetyClassifier;
  /** The time to wait for the classifier's response; 5 by default. */
  readonly classifierTimeoutSeconds?: number;
  /**
   * The spends that the classifier is asked about: `all` that the rules do not block, or only those that
   * would be approved `automatic`ally; `all` by default.
   */
  readonly classifierAsks?: "all" | "automatic";
  /**
   * The verdict when the classifier does not respond: that of the `screening` rules, or at least `review`;
   * `screening` by default.
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
  /** How money comes in. Without it, deposits are rejected. */
  readonly payments?: PaymentOptions;
  /** Where agents have machines, and how many. Without it, agents have none. */
  readonly machines?: MachineOptions;
  /** What pays approved spends. Without it, the ledger entry is the payment. */
  readonly executors?: ExecutorOptions;
  /**
   * How often this process looks for turns and payments of processes that exited, and for idle machines,
   * from its start on; 30 by default, false to look only when `recover()` is called.
   */
  readonly recoverySeconds?: number | false;
  /** The caps and the reserve of every workspace that has none of its own. */
  readonly budget?: BudgetOptions;
  /** IANA name of the zone whose midnight ends a day; `UTC` unless given. */
  readonly timeZone?: string;
  /** Hours after which a waiting proposal is denied; never unless given. */
  readonly proposalExpiryHours?: number;
  /** Screening rules beside the built-in ones, which they cannot remove, and a safety classifier. */
  readonly screening?: ScreeningOptions;
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
