import type { BudgetOptions } from "@agent-treasury/treasury-core";

/** The variables that a deployment is set up from: `process.env`, or something of its shape. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a treasury is kept. */
export type DatabaseSetting =
  | { readonly kind: "sqlite"; readonly path: string }
  /** The address holds a password: `describeDatabase` tells what may be told of it. */
  | { readonly kind: "postgres"; readonly url: string }
  /** In this process, and gone with it. */
  | { readonly kind: "memory" };

/** How the language model is reached. */
export interface ModelSetting {
  readonly model: string;
  /** Null where the endpoint wants none. */
  readonly apiKey: string | null;
  /** Null for OpenAI's own. */
  readonly baseUrl: string | null;
  /** How the model calls tools: in its text, or by the endpoint's function calling. */
  readonly tools: "markup" | "native";
}

/** How the safety model is reached, at the language model's endpoint. */
export interface SafetySetting extends Omit<ModelSetting, "tools"> {
  /** How it is asked and answers; null where its name tells. */
  readonly protocol: "llama_guard" | "nemotron" | "safeguard" | "moderation" | null;
  /** The language model itself, because SAFETY_MODEL is not set. It judges automatic approvals alone. */
  readonly isDefault: boolean;
}

/** How Stripe is reached. */
export interface StripeSetting {
  readonly secretKey: string;
  /** Null where deliveries to the webhook cannot be checked, and are refused. */
  readonly webhookSecret: string | null;
  /** The other accounts whose events count. */
  readonly webhookAccounts: readonly string[];
  /** Null for Stripe's own. */
  readonly apiUrl: string | null;
}

/** How machines on Fly are reached. */
export interface FlySetting {
  readonly token: string;
  readonly app: string;
  /** Null for Fly's own. */
  readonly apiUrl: string | null;
}

/** What machines are made of. Null is left to the host. */
export interface MachineSetting {
  readonly region: string | null;
  readonly image: string | null;
  readonly cpuKind: string | null;
  readonly cpus: number | null;
  readonly memoryMb: number | null;
}

/** How a container host is reached. */
export interface DockerSetting {
  readonly socket: string;
  /** Tells machines of one deployment from another's; null for the package's default. */
  readonly app: string | null;
}

/** What the environment says, read and checked. */
export interface Settings {
  /** 0 asks for any free port. */
  readonly port: number;
  readonly listenAddress: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly database: DatabaseSetting;
  /** What the environment sets of the budget; the rest is the reference's default. */
  readonly budget: BudgetOptions;
  /** Null for UTC. */
  readonly timeZone: string | null;
  /** Null when proposals do not expire. */
  readonly proposalExpiryHours: number | null;
  /** Of a workspace; null for no bound. */
  readonly dailyTokens: number | null;
  /** Null unless the environment says that open access is meant. */
  readonly access: "guests" | null;
  /** `name:sha256-of-token` pairs, separated by commas; null when nobody signs in. */
  readonly operators: string | null;
  /** `name:workspace:sha256-of-token` triples, separated by commas; null when no agent from elsewhere is let in. */
  readonly agents: string | null;
  /** Whether stand-ins take the place of what has no key. */
  readonly sandbox: boolean;
  /** Null when no key is set. */
  readonly stripe: StripeSetting | null;
  /** Null when no model is set. */
  readonly model: ModelSetting | null;
  /** Null when no model judges spends, and the screening rules stand alone. */
  readonly safety: SafetySetting | null;
  /** The verdict when the safety model does not answer. */
  readonly safetyOnSilence: "screening" | "review";
  /** Null when no token is set. */
  readonly fly: FlySetting | null;
  /** Null when no socket of a container host is set. */
  readonly docker: DockerSetting | null;
  readonly machine: MachineSetting;
}
