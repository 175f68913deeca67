import {
  type LanguageModel,
  type MachineHost,
  type McpOptions,
  type PaymentProcessor,
  type SafetyClassifier,
  type Storage,
  agentTokens,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { given } from "../settings/given.ts";
import { SettingsError } from "../settings/settings-error.ts";
import type { DatabaseSetting, ModelSetting, Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

const testingPackage = "@agent-treasury/testing";
/** Before each word of the stand-in for a model, so that people see it answer. */
const standInDelayMs = 15;
const sandboxBesideServer = ".data/treasury";
const stripeApiUrl = "https://api.stripe.com";
const openaiBaseUrl = "https://api.openai.com/v1";

/** Answers the requests for a page of the sandbox, and null for every other path. */
export type SandboxHandler = (request: Request) => Promise<Response | null>;

/** The sandbox's payments, and the page on which a person completes a checkout. */
export interface SandboxParts {
  readonly payments: PaymentProcessor;
  readonly handler: SandboxHandler;
}

/** The storage that the settings name. It connects at first use. */
export async function openStorage(database: DatabaseSetting): Promise<Storage> {
  if (database.kind === "memory") return memoryStorage();
  if (database.kind === "postgres") return openPostgres(database.url);
  const { sqliteStorage } = await optionalPackage(
    "@agent-treasury/storage-sqlite",
    "TREASURY_DATABASE_URL=sqlite:…",
    () => import("@agent-treasury/storage-sqlite"),
  );
  return sqliteStorage({ path: database.path });
}

async function openPostgres(url: string): Promise<Storage> {
  const { postgresStorage } = await optionalPackage(
    "@agent-treasury/storage-postgres",
    "TREASURY_DATABASE_URL=postgres://…",
    () => import("@agent-treasury/storage-postgres"),
  );
  return postgresStorage({ url });
}

/** The model that the settings name, in the sandbox a stand-in; null when there is none. */
export async function openModel({ model, sandbox }: Settings): Promise<LanguageModel | null> {
  if (model !== null) return openOpenaiModel(model);
  if (!sandbox) return null;
  const { scriptedModel } = await optionalPackage(
    testingPackage,
    "TREASURY_SANDBOX=on",
    () => import("@agent-treasury/testing"),
  );
  return scriptedModel({ delayMs: standInDelayMs });
}

async function openOpenaiModel(setting: ModelSetting): Promise<LanguageModel> {
  const { model, apiKey, baseUrl, tools } = setting;
  const { openaiModel } = await optionalPackage(
    "@agent-treasury/model-openai",
    "OPENAI_MODEL",
    () => import("@agent-treasury/model-openai"),
  );
  // All of it is named: what is left out it would read from the process's own environment.
  return openaiModel({ model, apiKey: apiKey ?? "", baseUrl: baseUrl ?? openaiBaseUrl, tools });
}

/** The door for agents from elsewhere, when some are named; null when none is. */
export async function openMcp({ agents }: Settings): Promise<McpOptions | null> {
  if (agents === null) return null;
  const { mcpServer } = await optionalPackage(
    "@agent-treasury/mcp",
    "TREASURY_MCP_AGENTS",
    () => import("@agent-treasury/mcp"),
  );
  return { server: mcpServer(), authenticate: agentTokens(agents) };
}

/**
 * The safety classifier that the settings name; null when there is none.
 *
 * @throws SettingsError when nothing tells how the model answers: it would be asked in vain for ever.
 */
export async function openSafety({ safety }: Settings): Promise<SafetyClassifier | null> {
  if (safety === null) return null;
  const { openaiSafetyClassifier, protocolOf } = await optionalPackage(
    "@agent-treasury/model-openai",
    "SAFETY_MODEL",
    () => import("@agent-treasury/model-openai"),
  );
  const { model, apiKey, baseUrl } = safety;
  const protocol = safety.protocol ?? protocolOf(model);
  if (protocol === null) {
    const problem =
      "is not set, and the name in SAFETY_MODEL does not tell how that model answers. Write llama_guard, nemotron, safeguard (for any model that follows a written policy) or moderation.";
    throw new SettingsError([{ variable: "SAFETY_PROTOCOL", problem }]);
  }
  // All of it is named: what is left out it would read from the process's own environment.
  return openaiSafetyClassifier({
    model,
    protocol,
    apiKey: apiKey ?? "",
    baseUrl: baseUrl ?? openaiBaseUrl,
  });
}

/** Stripe, when a key is set; null when none is. */
export async function openStripe({ stripe }: Settings): Promise<PaymentProcessor | null> {
  if (stripe === null) return null;
  const { stripePayments } = await optionalPackage(
    "@agent-treasury/payments-stripe",
    "STRIPE_SECRET_KEY",
    () => import("@agent-treasury/payments-stripe"),
  );
  const { secretKey: apiKey, webhookSecret, apiUrl } = stripe;
  // All of it is named: what is left out it would read from the process's own environment.
  return stripePayments({
    apiKey,
    webhookSecret: webhookSecret ?? "",
    apiUrl: apiUrl ?? stripeApiUrl,
  });
}

/** Machines on Fly when a token is set, else on a container host when its socket is; null when neither is. */
export async function openMachines(settings: Settings): Promise<MachineHost | null> {
  return (await openFly(settings)) ?? openDocker(settings);
}

async function openDocker({ docker, machine }: Settings): Promise<MachineHost | null> {
  if (docker === null) return null;
  const { dockerMachines } = await optionalPackage(
    "@agent-treasury/machines-docker",
    "TREASURY_DOCKER_SOCKET",
    () => import("@agent-treasury/machines-docker"),
  );
  const { image, cpus, memoryMb } = machine;
  return dockerMachines({
    socket: docker.socket,
    ...given({
      app: docker.app ?? undefined,
      image: image ?? undefined,
      cpus: cpus ?? undefined,
      memoryMb: memoryMb ?? undefined,
    }),
  });
}

async function openFly({ fly, machine }: Settings): Promise<MachineHost | null> {
  if (fly === null) return null;
  const { flyDefaults, flyMachines } = await optionalPackage(
    "@agent-treasury/machines-fly",
    "HOST_API_TOKEN",
    () => import("@agent-treasury/machines-fly"),
  );
  // All of it is named: what is left out it would read from the process's own environment.
  return flyMachines({
    token: fly.token,
    app: fly.app,
    apiUrl: fly.apiUrl ?? flyDefaults.apiUrl,
    region: machine.region ?? flyDefaults.region,
    image: machine.image ?? flyDefaults.image,
    cpuKind: machine.cpuKind ?? flyDefaults.cpuKind,
    cpus: machine.cpus ?? flyDefaults.cpus,
    memoryMb: machine.memoryMb ?? flyDefaults.memoryMb,
  });
}

/**
 * Play money, whose checkouts are kept in files beside the database, or in `.data` where the database
 * is a server; null when the sandbox is off.
 */
export async function openSandbox(
  { sandbox, database, stripe }: Settings,
  baseUrl: string,
): Promise<SandboxParts | null> {
  // A stand-in takes the place of what has no key.
  if (!sandbox || stripe !== null) return null;
  const { sandboxPayments } = await optionalPackage(
    testingPackage,
    "TREASURY_SANDBOX=on",
    () => import("@agent-treasury/testing"),
  );
  const payments = sandboxPayments({ baseUrl, ...(await checkoutStore(database)) });
  return { payments, handler: (request) => payments.handler(request) };
}

async function checkoutStore(database: DatabaseSetting) {
  if (database.kind === "memory") return {};
  const { sandboxSessionFiles } = await import("@agent-treasury/testing/node");
  const beside = database.kind === "sqlite" ? database.path : sandboxBesideServer;
  return { store: sandboxSessionFiles(`${beside}.sandbox-checkouts`) };
}
