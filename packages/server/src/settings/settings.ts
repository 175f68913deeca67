import type { BudgetOptions } from "@agent-treasury/treasury-core";
import type { OperatorGroups } from "../sign-in/operator-groups.ts";
import type { SlackPeople } from "./slack-people.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type DatabaseSetting =
  | { readonly kind: "sqlite"; readonly path: string }
  /** May contain a password. Use `describeDatabase` for messages. */
  | { readonly kind: "postgres"; readonly url: string }
  | { readonly kind: "memory" };

export interface ModelSetting {
  readonly model: string;
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
  /** How the model calls tools: with markup in its text, or by the endpoint's function calling. */
  readonly tools: "markup" | "native";
}

export interface SafetySetting extends Omit<ModelSetting, "tools"> {
  /** Null to derive it from the model's name. */
  readonly protocol: "llama_guard" | "nemotron" | "safeguard" | "moderation" | null;
  /** True if SAFETY_MODEL is not set: the language model checks automatic approvals only. */
  readonly isDefault: boolean;
}

export interface StripeSetting {
  readonly secretKey: string;
  /** Null to reject webhook deliveries. */
  readonly webhookSecret: string | null;
  /** Other accounts whose events are accepted. */
  readonly webhookAccounts: readonly string[];
  readonly apiUrl: string | null;
}

export interface FlySetting {
  readonly token: string;
  readonly app: string;
  readonly apiUrl: string | null;
}

export interface MachineSetting {
  readonly region: string | null;
  readonly image: string | null;
  readonly cpuKind: string | null;
  readonly cpus: number | null;
  readonly memoryMb: number | null;
}

export interface DockerSetting {
  readonly socket: string;
  /** Separates machines of different deployments. Null for the package's default. */
  readonly app: string | null;
}

export interface SlackSetting {
  readonly botToken: string;
  readonly signingSecret: string;
  /** Id of a Slack channel. */
  readonly channel: string;
  readonly people: SlackPeople;
  readonly apiUrl: string | null;
}

export interface MailSetting {
  /** May contain a password. */
  readonly smtpUrl: string;
  readonly from: string;
  readonly to: readonly string[];
}

export interface PushSetting {
  /** In base64. */
  readonly key: string;
  /** `mailto:` or `https:`. */
  readonly contact: string;
}

export interface PasskeySetting {
  /** Null for the host of the public address. */
  readonly rpId: string | null;
}

export interface X402Setting {
  readonly privateKey: `0x${string}`;
  /** Whether sellers are paid by MPP, too. */
  readonly mpp?: true;
  /** Pays for cancellations of frozen payments. */
  readonly gasPrivateKey?: `0x${string}`;
  /** CAIP-2 name. */
  readonly network: `eip155:${number}`;
  /** May contain keys. */
  readonly rpcUrls: readonly string[];
}

/** The option `paidFetch`. */
export interface PaidFetchSetting {
  readonly origins: readonly string[];
  readonly ask: boolean;
  readonly maximumUsd?: number;
}

export interface Settings {
  /** 0 for any free port. */
  readonly port: number;
  readonly listenAddress: string;
  readonly baseUrl: string;
  readonly database: DatabaseSetting;
  /** The id that the database should have. Null to accept any. */
  readonly deploymentId: string | null;
  /** Missing values use the defaults of the service API. */
  readonly budget: BudgetOptions;
  readonly autoApprovePayees: "known" | "any";
  readonly timeZone: string | null;
  readonly proposalExpiryHours: number | null;
  readonly remindAfterHours: number | null;
  readonly escalateAfterHours: number | null;
  /** Per workspace. */
  readonly dailyTokens: number | null;
  /** The most that the model calls of a turn may cost. */
  readonly turnTabUsd: number | null;
  /** `guests` allows anonymous access explicitly. */
  readonly access: "guests" | null;
  /** Of other sites whose pages may call the service. */
  readonly allowedOrigins: readonly string[];
  /** `name:sha256-of-token` pairs, separated by commas. */
  readonly operators: string | null;
  /** For example `ada=finance+admins,bo=finance`. */
  readonly operatorGroups: OperatorGroups | null;
  /** `name:workspace:sha256-of-token` triples, separated by commas. */
  readonly agents: string | null;
  /** Of one agent in one process. */
  readonly mcpRequestsPerMinute: number | null;
  /** Replaces services without a key. */
  readonly sandbox: boolean;
  readonly stripe: StripeSetting | null;
  /** Null to pay no sellers by x402. */
  readonly x402: X402Setting | null;
  /** Null to send no requests to sellers. */
  readonly paidFetch: PaidFetchSetting | null;
  readonly model: ModelSetting | null;
  /** Null to use only the screening rules. */
  readonly safety: SafetySetting | null;
  readonly safetyOnSilence: "approval" | "review" | "screening";
  readonly fly: FlySetting | null;
  readonly docker: DockerSetting | null;
  readonly machine: MachineSetting;
  /** Keys in base64, separated by commas. Null to send no webhooks. */
  readonly webhookEncryptionKey: string | null;
  /** Null to send no push notifications. */
  readonly push: PushSetting | null;
  /** Channels that send only if no decision follows before the reminder. */
  readonly fallbackChannels: readonly string[];
  /** Null to send no approvals to Slack. */
  readonly slack: SlackSetting | null;
  /** Null to send no approvals by e-mail. */
  readonly mail: MailSetting | null;
  /** Page that messages to approvers link to. Null for the public address. */
  readonly approvalPageUrl: string | null;
  /** Null for approvals without passkeys. */
  readonly passkeys: PasskeySetting | null;
  /** Encrypts the keys that sign receipts. Null without receipts. */
  readonly receiptsKey: string | null;
  /** Null without scheduled verification. */
  readonly verification: { readonly everyHours: number; readonly freeze: boolean } | null;
}
