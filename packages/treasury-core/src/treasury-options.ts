import type { ExposureComputation } from "@agent-treasury/contract";
import type {
  Clock,
  Identifiers,
  IncomingRail,
  LanguageModel,
  Logger,
  MachineHost,
  OutboundFetch,
  PasskeyVerifier,
  PaymentProcessor,
  Judge,
  Storage,
  Tracer,
} from "@agent-treasury/provider";
import type { WrittenRuleSet } from "@agent-treasury/rules";
import type { ScreeningRulesOptions } from "@agent-treasury/screening/load";
import type { AgentTool } from "./features/agent/tools/agent-tool.ts";
import type { TurnLimits } from "./features/agent/turn-settings.ts";
import type { ApprovalChannel } from "./features/channels/approval-channel.ts";
import type { OfferedEndpoint } from "./features/deposits/endpoint-offers.ts";
import type { TreasuryHooks } from "./features/events/hooks/treasury-hooks.ts";
import type { McpOptions } from "./features/mcp/mcp-options.ts";
import type { ExecutorOptions } from "./features/payments/executors-of.ts";
import type { TreasuryPlugin } from "./features/plugins/treasury-plugin.ts";
import type { AccessRules } from "./http/access.ts";
import type { BrowserRules } from "./http/browser-rules.ts";
import type { FailureReport } from "./http/failure-log.ts";

export type { ExecutorOptions };

export interface BudgetOptions {
  /** Starting capital of a workspace's first epoch; 0 by default. */
  readonly startingCapitalUsd?: number;
  /** The maximum of one spend; 50 by default. */
  readonly maxSpendPerActionUsd?: number;
  /** Spends below it to known or named payees are auto-approved if screening finds nothing; 10 by default, 0 to disable. */
  readonly autoApproveUnderUsd?: number;
  /** The maximum spent in a day; 100 by default. */
  readonly dailySpendCapUsd?: number;
  /** The balance that spends must leave; 20 by default. */
  readonly minReserveUsd?: number;
  /** The maximum auto-approved in a day; three times `autoApproveUnderUsd` by default. */
  readonly autoApproveDailyUsd?: number;
}

export interface MachineOptions {
  /** For example `dockerMachines()` or `flyMachines()`. */
  readonly host: MachineHost;
  readonly limits?: MachineLimits;
  /** Charges the cost of each machine to a tab of its workspace. Not charged by default. */
  readonly tab?: MachineTabOptions;
}

/** The first use of a machine opens a tab. Later ones are opened by renewing it. */
export interface MachineTabOptions {
  /** Maximum of a tab. */
  readonly amountUsd: number;
  /** Minutes from the first use until the tab ends, at most 44,640 (31 days). */
  readonly minutes: number;
  /** The most that an hour of a machine costs. A start and a command reserve by it. */
  readonly hourUsd: number;
}

export interface MachineLimits {
  /** Machines per workspace at a time; 3 by default. */
  readonly perWorkspace?: number;
  /** Machines of all workspaces at a time; 10 by default. */
  readonly perDeployment?: number;
  /** The maximum start time of a machine; 300 by default. */
  readonly provisionTimeoutSeconds?: number;
  /** Timeout of an `exec` request without its own; 60 by default. */
  readonly execTimeoutSeconds?: number;
  /** Idle time until an agent's machine is suspended; 300 by default. */
  readonly idleSuspendSeconds?: number;
}

export interface PaymentOptions {
  /** For example `stripePayments()`, or `sandboxPayments()` for test money. */
  readonly processor: PaymentProcessor;
}

/** Requests to sellers that are paid after approval. */
export interface PaidFetchOptions {
  /** Origins that may be requested, for example `https://api.example.com`. None by default. */
  readonly origins?: readonly string[];
  /**
   * Proposes a request to any other public origin before it is sent, because an address alone can
   * carry data. Until a person approves it, the origin is not even resolved. An approved request can
   * be sent until 24 hours after its proposal, also if a rule denies the seller later. Its price is
   * then denied. False by default.
   */
  readonly ask?: boolean;
  /** Higher prices are rejected, not proposed. No maximum by default. */
  readonly maximumUsd?: number;
}

/** Proofs for third parties. */
export interface ReceiptOptions {
  /**
   * 64 hexadecimal digits, for example of `openssl rand -hex 32`. Encrypts the signing keys in the
   * database. Keep it apart from backups of the database.
   */
  readonly key: string;
}

/**
 * What a failed verification leads to: the event `verificationFailed`, a notice on the page, and a
 * finding of `agent-treasury doctor`.
 */
export interface VerificationOptions {
  /** Each workspace is verified once in this time. Above 0, at most 8,784. */
  readonly everyHours: number;
  /** Whether it also freezes the payments of the workspace. Default: false. */
  readonly freeze?: boolean;
}

/** Screening rules and an optional judge. */
export interface ScreeningOptions extends ScreeningRulesOptions {
  /** A second opinion on spends. It can only make the verdict stricter. */
  readonly judge?: Judge;
  /** Timeout of a judgement; 15 by default. */
  readonly judgeTimeoutSeconds?: number;
  /**
   * Spends to judge: `all` that the rules do not block, or only those eligible for `automatic`
   * approval; `all` by default.
   */
  readonly judgeAsks?: "all" | "automatic";
  /** Judgements of one agent in a minute, 60 by default. Further spends need approval. */
  readonly judgeCallsPerMinute?: number;
  /**
   * What happens if the judge does not respond: the spend needs `approval`, also with the
   * verdict `review`, or the verdict of the `screening` rules decides; `approval` by default.
   */
  readonly onSilence?: "approval" | "review" | "screening";
}

export interface TelemetryOptions {
  /** `trace.getTracer("…")` of `@opentelemetry/api`, or a compatible tracer. */
  readonly tracer: Tracer;
}

/** Options of `createTreasury`. Only `baseUrl` and `storage` are required. */
export interface TreasuryOptions extends AccessRules {
  /**
   * The public address of the app, for example `https://app.example.com`. Checkouts return there.
   */
  readonly baseUrl: string;
  /** For example `sqliteStorage()`, `postgresStorage()` or `memoryStorage()`. */
  readonly storage: Storage;
  /** The agent's model, such as `openaiModel()`. Without it, turns are rejected. */
  readonly model?: LanguageModel;
  /** Incoming payments. Without it, deposits are rejected. */
  readonly payments?: PaymentOptions;
  /** Rails by which the treasury is paid, for example `x402Seller()`, with distinct providers. */
  readonly incoming?: readonly IncomingRail[];
  /** Endpoints that the agent's tool `create_offer` may offer, for example of `paidEndpoint()`. */
  readonly paidEndpoints?: readonly OfferedEndpoint[];
  /** Machines for agents. Without it, agents have none. */
  readonly machines?: MachineOptions;
  /**
   * External payment of approved spends, by one executor or several with different `provider` names.
   * A quote names its executor; the first one that needs no quote pays other spends. Without it, the
   * ledger entry is the payment.
   */
  readonly executors?: ExecutorOptions | readonly ExecutorOptions[];
  /**
   * Interval at which this process recovers turns and payments of processes that exited, and
   * suspends idle machines; 30 by default, false to recover only on `recover()`.
   */
  readonly recoverySeconds?: number | false;
  /** Default limits of a workspace. */
  readonly budget?: BudgetOptions;
  /**
   * `known`: policy approves only payees that a person named in the message, or to which a person
   * approved a payment, unless a rule allows them. `any` turns this check off. `known` by default.
   */
  readonly autoApprovePayees?: "known" | "any";
  /** IANA time zone of business days; `UTC` by default. */
  readonly timeZone?: string;
  /** Hours until a pending proposal expires; no expiry by default. */
  readonly proposalExpiryHours?: number;
  /** Hours until the event `proposalReminder` of a pending proposal; none by default. */
  readonly remindAfterHours?: number;
  /** Hours until the event `proposalEscalated` of a pending proposal; none by default. */
  readonly escalateAfterHours?: number;
  /**
   * Additional screening rules, which cannot weaken the built-in ones, and a judge.
   */
  readonly screening?: ScreeningOptions;
  /**
   * Rules of workspaces that have published none, in the written form of `@agent-treasury/rules`.
   * Without it, only the limits of `budget` apply.
   */
  readonly rules?: WrittenRuleSet;
  /**
   * `passkeys()` of `@agent-treasury/passkeys`, with which approvers can sign. Requires
   * `authenticate`. Without it, rules cannot require passkeys.
   */
  readonly passkeys?: PasskeyVerifier;
  /**
   * Signs receipts of spends and checkpoints of the ledger. Spends are then recorded in format 3,
   * which processes of version 0.2 do not verify. Disabled by default.
   */
  readonly receipts?: ReceiptOptions;
  /** Verifies each workspace at an interval, as part of maintenance. Disabled by default. */
  readonly verification?: VerificationOptions;
  /** The app's own tools. */
  readonly tools?: readonly AgentTool[];
  /** Additional instructions for the agent. */
  readonly instructions?: string;
  readonly turns?: Partial<TurnLimits>;
  /**
   * Lets external agents propose spends over the Model Context Protocol at `/mcp` below the base
   * path. Disabled by default.
   */
  readonly mcp?: McpOptions;
  /** Path of the handler; `/api/service` by default. */
  readonly basePath?: string;
  /** Additional origins whose pages may call. */
  readonly allowedOrigins?: BrowserRules["allowedOrigins"];
  /** Additional hosts of the service, with their ports. */
  readonly allowedHosts?: BrowserRules["allowedHosts"];
  /**
   * Callbacks for this process's changes, called after their commit. A workspace's events are
   * recorded from the first commit of a process with hooks, and without one never.
   */
  readonly hooks?: TreasuryHooks;
  /**
   * Logger, for example `pino()` or `console`. By default, only failures are written, to
   * `console.error`.
   */
  readonly logger?: Logger;
  /** `tracer` gets a span for each turn, step, model call, tool call and commit. */
  readonly telemetry?: TelemetryOptions;
  /**
   * Receives failures of status 500 and above, in addition to `logger`. Refusals while closing or
   * busy and missing proposals are excluded. Defaults to `console.error` if there is no logger.
   */
  readonly onFailure?: (report: FailureReport) => void;
  /** Plugins, which add routes, tools, event handlers and maintenance. Unstable. */
  readonly plugins?: readonly TreasuryPlugin[];
  /** Channels that bring approvals to people, for example `slack()`. Unstable. */
  readonly channels?: readonly ApprovalChannel[];
  /**
   * The page that messages of channels link to, with the parameters `workspace` and `proposal`;
   * `baseUrl` by default.
   */
  readonly approvalPageUrl?: string;
  /** Sends requests of plugins and executors to addresses that users chose. Without it, they are rejected. */
  readonly outbound?: OutboundFetch;
  /**
   * Lets agents and persons request sellers over https, and proposes the price if a seller answers
   * 402. Needs `outbound` and a payment executor that reads prices. Disabled by default.
   */
  readonly paidFetch?: PaidFetchOptions;
  /**
   * Computes the most that an agent can spend, for `rules.validate` and the page: `ruleExposure` of
   * `@agent-treasury/exposure`. Without it, they report what to install.
   */
  readonly exposure?: ExposureComputation;
  readonly clock?: Clock;
  readonly identifiers?: Identifiers;
}
