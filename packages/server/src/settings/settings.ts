import type { BudgetOptions } from "@agent-treasury/treasury-core";

/** Environment variables: `process.env`, or an object of its shape. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The treasury's database. */
export type DatabaseSetting =
  | { readonly kind: "sqlite"; readonly path: string }
  /** The URL may contain a password. Use `describeDatabase` for messages. */
  | { readonly kind: "postgres"; readonly url: string }
  /** Lost when the process exits. */
  | { readonly kind: "memory" };

/** Access to the language model. */
export interface ModelSetting {
  readonly model: string;
  /** Null if the endpoint requires none. */
  readonly apiKey: string | null;
  /** Null for OpenAI's API. */
  readonly baseUrl: string | null;
  /** How the model calls tools: with markup in its text, or by the endpoint's function calling. */
  readonly tools: "markup" | "native";
}

/** Access to the safety model, at the language model's endpoint. */
export interface SafetySetting extends Omit<ModelSetting, "tools"> {
  /** The request and response format. Null to derive it from the model's name. */
  readonly protocol: "llama_guard" | "nemotron" | "safeguard" | "moderation" | null;
  /** True if SAFETY_MODEL is not set, and the language model checks automatic approvals only. */
  readonly isDefault: boolean;
}

/** Access to Stripe. */
export interface StripeSetting {
  readonly secretKey: string;
  /** Null if webhook deliveries cannot be verified. They are then rejected. */
  readonly webhookSecret: string | null;
  /** Other accounts whose events are accepted. */
  readonly webhookAccounts: readonly string[];
  /** Null for Stripe's API. */
  readonly apiUrl: string | null;
}

/** Access to machines on Fly. */
export interface FlySetting {
  readonly token: string;
  readonly app: string;
  /** Null for Fly's API. */
  readonly apiUrl: string | null;
}

/** The machines' specification. Null for the host's default. */
export interface MachineSetting {
  readonly region: string | null;
  readonly image: string | null;
  readonly cpuKind: string | null;
  readonly cpus: number | null;
  readonly memoryMb: number | null;
}

/** Access to a container host. */
export interface DockerSetting {
  readonly socket: string;
  /** Separates machines of different deployments. Null for the package's default. */
  readonly app: string | null;
}

/** The validated settings. */
export interface Settings {
  /** 0 for any free port. */
  readonly port: number;
  readonly listenAddress: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly database: DatabaseSetting;
  /** Budget values from the environment. The others use the defaults of the service API. */
  readonly budget: BudgetOptions;
  /** Null for UTC. */
  readonly timeZone: string | null;
  /** Null if proposals do not expire. */
  readonly proposalExpiryHours: number | null;
  /** Per workspace. Null for no limit. */
  readonly dailyTokens: number | null;
  /** `guests` allows anonymous access explicitly. */
  readonly access: "guests" | null;
  /** `name:sha256-of-token` pairs, separated by commas. Null without sign-in. */
  readonly operators: string | null;
  /**
   * `name:workspace:sha256-of-token` triples, separated by commas. Null if external agents have no
   * access.
   */
  readonly agents: string | null;
  /** Whether services without a key are replaced by the sandbox. */
  readonly sandbox: boolean;
  /** Null without a key. */
  readonly stripe: StripeSetting | null;
  /** Null without a model. */
  readonly model: ModelSetting | null;
  /** Null if only the screening rules are used. */
  readonly safety: SafetySetting | null;
  /** The verdict if the safety model does not respond. */
  readonly safetyOnSilence: "screening" | "review";
  /** Null without a token. */
  readonly fly: FlySetting | null;
  /** Null without a container host's socket. */
  readonly docker: DockerSetting | null;
  readonly machine: MachineSetting;
}
