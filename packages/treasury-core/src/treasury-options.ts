import type { ExposureComputation } from "@agent-treasury/contract";
import type {
  Clock,
  Identifiers,
  IncomingRail,
  LanguageModel,
  Logger,
  OutboundFetch,
  PasskeyVerifier,
  PaymentProcessor,
  Storage,
  Tracer,
} from "@agent-treasury/provider";
import type { WrittenRuleSet } from "@agent-treasury/rules";
import type { AgentTool } from "./features/agent/tools/agent-tool.ts";
import type { TurnLimits } from "./features/agent/turn-settings.ts";
import type { ApprovalChannel } from "./features/channels/approval-channel.ts";
import type { OfferedEndpoint } from "./features/deposits/endpoint-offers.ts";
import type { TreasuryHooks } from "./features/events/hooks/treasury-hooks.ts";
import type { MachineOptions } from "./features/machines/machine-options.ts";
import type { McpOptions } from "./features/mcp/mcp-options.ts";
import type { PaidFetchOptions } from "./features/paid-fetch/paid-fetch-options.ts";
import type { ExecutorOptions } from "./features/payments/executors-of.ts";
import type { TreasuryPlugin } from "./features/plugins/treasury-plugin.ts";
import type { ScreeningOptions } from "./features/screening/screening-options.ts";
import type { VerificationOptions } from "./features/verification/verification-options.ts";
import type { BudgetOptions } from "./features/workspace/budget-options.ts";
import type { AccessRules } from "./http/access.ts";
import type { BrowserRules } from "./http/browser-rules.ts";
import type { FailureReport } from "./http/failure-log.ts";

export interface PaymentOptions {
  /** For example `stripePayments()`, or `sandboxPayments()` for test money. */
  readonly processor: PaymentProcessor;
}

/** Proofs for third parties. */
export interface ReceiptOptions {
  /**
   * 64 hexadecimal digits, for example of `openssl rand -hex 32`. Encrypts the signing keys in the
   * database. Keep it apart from backups of the database.
   */
  readonly key: string;
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
