import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const packages = join(import.meta.dirname, "../../packages");

/** A function that takes options, the names of their types, and how to call it. */
interface EntryPoint {
  /** The file of the package that exports it, below `packages`. */
  readonly file: string;
  readonly name: string;
  readonly types: readonly string[];
  /** Names of options, of which a misspelled one is given. */
  readonly options: readonly string[];
  /** Where the options are: the arguments for given options. */
  readonly call?: (options: object) => readonly unknown[];
}

const storage = { name: "memory", specificationVersion: "2", load: () => {} };
const inTreasury =
  (...path: readonly string[]) =>
  (options: object): readonly unknown[] => [
    {
      baseUrl: "http://localhost",
      recoverySeconds: false,
      storage,
      ...path.reduceRight<object>((inner, name) => ({ [name]: inner }), options),
    },
  ];
const core = "treasury-core/src/index.ts";
const tools = ["ai-sdk", "claude-agent", "langgraph", "mastra", "openai-agents"];

const entryPoints: readonly EntryPoint[] = [
  {
    file: core,
    name: "createTreasury",
    types: ["TreasuryOptions"],
    options: ["storage", "budget", "executors", "autoApprovePayees"],
    call: (options) => [
      { baseUrl: "http://localhost", storage, recoverySeconds: false, ...options },
    ],
  },
  ...(
    [
      ["BudgetOptions", ["budget"], ["dailySpendCapUsd", "autoApproveUnderUsd"]],
      ["ScreeningOptions", ["screening"], ["blockedVendors", "onSilence"]],
      ["TurnLimits", ["turns"], ["dailyTokens", "steps"]],
      ["McpOptions", ["mcp"], ["authenticate", "requestsPerMinute"]],
      ["MachineOptions", ["machines"], ["host", "limits"]],
      ["MachineLimits", ["machines", "limits"], ["perWorkspace", "idleSuspendSeconds"]],
      ["MachineTabOptions", ["machines", "tab"], ["minutes", "hourUsd"]],
      ["PaymentOptions", ["payments"], ["processor"]],
      ["PaidFetchOptions", ["paidFetch"], ["origins", "maximumUsd"]],
      ["ReceiptOptions", ["receipts"], ["key"]],
      ["VerificationOptions", ["verification"], ["everyHours", "freeze"]],
      ["TelemetryOptions", ["telemetry"], ["tracer"]],
      ["ExecutorOptions", ["executors"], ["executor", "lowBalanceUsd"]],
      ["TreasuryHooks", ["hooks"], ["proposalCreated", "unfrozen"]],
    ] as const
  ).map(([type, path, options]) => ({
    file: core,
    name: "createTreasury",
    types: [type],
    options,
    call: inTreasury(...path),
  })),
  {
    file: "meter-openai/src/index.ts",
    name: "meteredFetch",
    types: ["MeteredFetchOptions", "MeterOptions"],
    options: ["price", "onUnsettled"],
  },
  {
    file: "meter-ai-sdk/src/index.ts",
    name: "tabMiddleware",
    types: ["MeterOptions"],
    options: ["tabId", "allow"],
  },
  {
    file: "meter-claude-agent/src/index.ts",
    name: "meteredQuery",
    types: ["ClaudeMeterOptions"],
    options: ["maximumUsd", "seconds"],
    call: (options) => [() => [], options],
  },
  {
    file: core,
    name: "defineTool",
    types: ["ToolDefinition"],
    options: ["parameters", "repeatable"],
  },
  {
    file: "treasury-core/src/memory.ts",
    name: "memoryStorage",
    types: ["MemoryStorageOptions"],
    options: ["now"],
  },
  {
    file: "storage-sqlite/src/index.ts",
    name: "sqliteStorage",
    types: ["SqliteStorageOptions"],
    options: ["path", "libsql", "now"],
  },
  {
    file: "storage-durable-objects/src/remote.ts",
    name: "remoteObjects",
    types: ["RemoteObjectsOptions"],
    options: ["url", "token", "fetch"],
  },
  {
    file: "storage-postgres/src/index.ts",
    name: "postgresStorage",
    types: ["PostgresStorageOptions", "PostgresUrlOptions"],
    options: ["url", "connections", "preparedStatements"],
  },
  {
    file: "storage-postgres/src/index.ts",
    name: "postgresStorage",
    types: ["PostgresPoolOptions"],
    options: ["schema"],
    call: (options) => [{ pool: {}, ...options }],
  },
  {
    file: "approvals-chat/src/index.ts",
    name: "chat",
    types: ["ChatOptions"],
    options: ["adapter", "thread", "people"],
  },
  {
    file: "approvals-email/src/index.ts",
    name: "email",
    types: ["EmailOptions"],
    options: ["smtpUrl", "outcomes"],
  },
  {
    file: "approvals-push/src/index.ts",
    name: "push",
    types: ["PushOptions"],
    options: ["key", "contact"],
  },
  {
    file: "approvals-slack/src/index.ts",
    name: "slack",
    types: ["SlackOptions"],
    options: ["botToken", "people"],
  },
  {
    file: "executor-mpp/src/index.ts",
    name: "mppCharges",
    types: ["MppChargeOptions"],
    options: ["secretKey"],
  },
  {
    file: "executor-mpp/src/index.ts",
    name: "mppExecutor",
    types: ["MppOptions"],
    options: ["gasAccount", "rpcUrls"],
  },
  {
    file: "executor-mpp/src/index.ts",
    name: "mppStripeExecutor",
    types: ["MppStripeOptions"],
    options: ["tokens", "timeoutSeconds"],
  },
  {
    file: "executor-mpp/src/tempo.ts",
    name: "mppTempoExecutor",
    types: ["MppTempoOptions"],
    options: ["account", "rpcUrls"],
  },
  {
    file: "executor-x402/src/index.ts",
    name: "x402Executor",
    types: ["X402Options"],
    options: ["gasAccount", "rpcUrls"],
  },
  {
    file: "seller-x402/src/index.ts",
    name: "x402Seller",
    types: ["SellerOptions"],
    options: ["rpcUrls", "facilitator"],
  },
  {
    file: "seller-x402/src/index.ts",
    name: "paidEndpoint",
    types: ["PaidEndpointOptions"],
    options: ["workspaceId", "priceUsd"],
  },
  {
    file: "machines-docker/src/index.ts",
    name: "dockerMachines",
    types: ["DockerMachinesOptions"],
    options: ["network", "maximumProcesses"],
  },
  {
    file: "machines-fly/src/index.ts",
    name: "flyMachines",
    types: ["FlyMachinesOptions"],
    options: ["token", "changeTimeoutSeconds"],
  },
  {
    file: "model-openai/src/index.ts",
    name: "openaiModel",
    types: ["OpenaiModelOptions"],
    options: ["model", "baseUrl"],
  },
  {
    file: "model-openai/src/index.ts",
    name: "openaiJudge",
    types: ["OpenaiJudgeOptions"],
    options: ["protocol", "policy"],
  },
  {
    file: "outbound-fetch/src/index.ts",
    name: "guardedFetch",
    types: ["GuardedFetchOptions"],
    options: ["allow", "ports"],
  },
  {
    file: "passkeys/src/index.ts",
    name: "passkeys",
    types: ["PasskeysOptions"],
    options: ["rpId", "origins"],
  },
  {
    file: "payments-stripe/src/index.ts",
    name: "stripePayments",
    types: ["StripePaymentsOptions"],
    options: ["apiKey", "webhookSecret"],
  },
  {
    file: "payments-stripe/src/index.ts",
    name: "stripeIssuingExecutor",
    types: ["StripeIssuingOptions"],
    options: ["cardholder", "deliverCard"],
  },
  {
    file: "payments-stripe/src/index.ts",
    name: "stripeTokens",
    types: ["StripeTokensOptions"],
    options: ["apiKey", "paymentMethod"],
  },
  {
    file: "screening/src/index.ts",
    name: "screeningRules",
    types: ["ScreeningRulesOptions"],
    options: ["blockedVendors", "prohibitedUses"],
  },
  {
    file: "webhooks/src/index.ts",
    name: "webhooks",
    types: ["WebhooksOptions"],
    options: ["encryptionKey"],
  },
  {
    file: "sdk-client/src/index.ts",
    name: "createTreasuryClient",
    types: ["TreasuryClientOptions"],
    options: ["baseUrl", "workspaceId"],
  },
  {
    file: "sdk-client/src/paid-fetch.ts",
    name: "treasuryFetch",
    types: ["TreasuryFetchOptions"],
    options: ["maximumUsd", "purpose"],
    call: (options) => [{ treasury: {} }, options],
  },
  {
    file: "tools/src/index.ts",
    name: "treasuryOverHttp",
    types: ["TreasuryOverHttpOptions"],
    options: ["token", "basePath"],
  },
  {
    file: "tools/src/index.ts",
    name: "treasuryInProcess",
    types: ["AgentIdentity"],
    options: ["agentId", "workspaceId"],
    call: (options) => [{}, options],
  },
  {
    file: "tools/src/index.ts",
    name: "treasuryTools",
    types: ["TreasuryToolsOptions"],
    options: ["fetchPaid", "onFailure"],
    call: (options) => [{}, options],
  },
  ...tools.map((framework) => ({
    file: `tools-${framework}/src/index.ts`,
    name: "treasuryTools",
    types: ["FrameworkToolsOptions"],
    options: ["onPending", "fetchPaid"],
    call: (options: object) => [{}, options],
  })),
  {
    file: "sandbox/src/index.ts",
    name: "sandboxPayments",
    types: ["SandboxPaymentsOptions"],
    options: ["baseUrl", "webhookSecret"],
  },
  {
    file: "sandbox/src/index.ts",
    name: "sandboxRail",
    types: ["SandboxRailOptions"],
    options: ["balanceUsd", "unknownSeconds"],
  },
  {
    file: "sandbox/src/index.ts",
    name: "sandboxPurchases",
    types: ["SandboxPurchasesOptions"],
    options: ["baseUrl", "onRefund"],
  },
  {
    file: "sandbox/src/index.ts",
    name: "scriptedModel",
    types: ["ScriptedModelOptions"],
    options: ["answers", "delayMs"],
  },
  {
    file: "sandbox/src/index.ts",
    name: "scriptedExecutor",
    types: ["ScriptedExecutorOptions"],
    options: ["script", "provider"],
  },
  {
    file: "sandbox/src/index.ts",
    name: "memoryMachineHost",
    types: ["MemoryMachineHostOptions"],
    options: ["networked", "priceMicrosPerHour"],
  },
];

/** Types of options without a closed set at runtime, each with the reason. */
const open: Readonly<Record<string, string>> = {
  AccessRules: "A part of TreasuryOptions.",
  CallOptions: "Of one call, passed on by apps that wrap the client.",
  DeploymentOptions: "Passed to createTreasury, which checks them.",
  LimitOptions: "A part of BudgetOptions.",
  ObjectOptions: "Given to createTreasury, which checks them.",
  OpenApiOptions: "Of a document, which moves no money.",
  ReplayOptions: "Of one call.",
  SaleOptions: "paidEndpoint checks them, and passes all of its own.",
  SandboxSaleOptions: "As SaleOptions.",
  ServerOptions: "Passed to createTreasury, which checks them.",
  StripeStandInOptions: "Of a stand-in for tests.",
  TreasuryErrorOptions: "Of an error.",
  TreasuryObjectsOptions: "Checked in a Worker, by a test of its package.",
  TreasuryQueryOptions: "Of the Claude Agent SDK, and returned.",
};

async function callWith(entry: EntryPoint, options: object): Promise<Error | null> {
  const module = (await import(join(packages, entry.file))) as Record<string, unknown>;
  const work = module[entry.name] as (...given: readonly unknown[]) => unknown;
  try {
    await work(...(entry.call?.(options) ?? [options]));
    return null;
  } catch (error) {
    return error as Error;
  }
}

describe.each(entryPoints)("$name ($types) of $file", (entry) => {
  it("rejects a misspelled option with the nearest name", async () => {
    for (const name of entry.options) {
      const misspelled = `${name.slice(0, -1)}${name.at(-1) === "x" ? "y" : "x"}`;
      const error = await callWith(entry, { [misspelled]: 1 });
      expect(error?.message).toContain(`\`${misspelled}\` is not an option of `);
      expect(error?.message).toContain(`The nearest one is \`${name}\`.`);
    }
  });

  it("ignores an unknown option that is undefined", async () => {
    const error = await callWith(entry, { notAnOption: undefined });
    expect(error?.message ?? "").not.toContain("is not an option");
  });
});

it("finds every type of options that a package exports", () => {
  const exported = readdirSync(packages).flatMap((name) => {
    if (["contract", "provider", "testing", "cli", "react"].includes(name)) return [];
    const source = join(packages, name, "src");
    return readdirSync(source)
      .filter((file) => /^[a-z-]+\.ts$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(source, file), "utf8");
        const reexported = [...text.matchAll(/export (?:type )?\{([^}]*)\} from/g)];
        return reexported.flatMap(([, list = ""]) => list.match(/\b[A-Z]\w*Options\b/g) ?? []);
      });
  });
  const known = new Set([...entryPoints.flatMap(({ types }) => types), ...Object.keys(open)]);
  expect(exported.length).toBeGreaterThan(30);
  expect(exported.filter((type) => !known.has(type))).toEqual([]);
});

describe("createTreasury without a storage", () => {
  it.each([undefined, null, {}])("names one, for %j", async (given) => {
    const error = await callWith(entryPoints[0]!, { storage: given });
    expect(error?.message).toMatch(
      /^`storage` is (?:missing|not a storage)\. Pass one, for example/,
    );
  });
});

it("rejects what is no object of options", async () => {
  const entry = entryPoints.find(({ name }) => name === "sqliteStorage")!;
  for (const options of ["treasury.db", null, undefined, ["treasury.db"]]) {
    const error = await callWith(entry, options as unknown as object);
    expect(error?.message).toBe("`sqliteStorage` needs an object of options.");
  }
});
