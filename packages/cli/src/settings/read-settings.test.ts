import { describe, expect, it } from "vitest";
import { describeDatabase } from "./describe-database.ts";
import { problemWith, problemsOf } from "./problems-of.fixture.ts";
import { readSettings, settingNames } from "./read-settings.ts";
import { SettingsError } from "./settings-error.ts";
import type { DatabaseSetting } from "./settings.ts";

function pathOf(TREASURY_DATABASE_URL: string): DatabaseSetting {
  return readSettings({ TREASURY_DATABASE_URL }).database;
}

const digest = "a".repeat(64);

describe("readSettings", () => {
  it("needs no variable at all", () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      listenAddress: "127.0.0.1",
      baseUrl: "http://localhost:3000",
      database: { kind: "sqlite", path: ".data/treasury.db" },
      budget: {},
      timeZone: null,
      proposalExpiryHours: null,
      dailyTokens: null,
      access: null,
      operators: null,
      agents: null,
      sandbox: false,
      stripe: null,
      model: null,
      safety: null,
      fly: null,
      docker: null,
      machine: { region: null, image: null, cpuKind: null, cpus: null, memoryMb: null },
    });
  });

  it("reads every variable that has an effect", () => {
    const env = {
      PORT: "8080",
      LISTEN_ADDRESS: "0.0.0.0",
      BASE_URL: "https://treasury.example.com/",
      TREASURY_DATABASE_URL: "sqlite:/var/lib/treasury.db",
      TREASURY_STARTING_CAPITAL_USD: "100",
      TREASURY_MAX_SPEND_PER_ACTION_USD: "60.5",
      TREASURY_AUTO_APPROVE_UNDER_USD: "0",
      TREASURY_AUTO_APPROVE_DAILY_USD: "12",
      TREASURY_DAILY_SPEND_CAP_USD: "200",
      TREASURY_MIN_RESERVE_USD: "0.000001",
      TREASURY_TIME_ZONE: "Europe/Berlin",
      TREASURY_PROPOSAL_EXPIRY_HOURS: "1.5",
      TREASURY_DAILY_TOKENS: "1000000",
      TREASURY_OPERATORS: `ada:${digest}, grace:${"b".repeat(64)}`,
      TREASURY_MCP_AGENTS: `buyer:acme:${"c".repeat(64)}`,
      TREASURY_SANDBOX: "on",
      STRIPE_SECRET_KEY: "sk_test_51Abc",
      STRIPE_WEBHOOK_SECRET: "whsec_abc",
      STRIPE_API_URL: "http://localhost:12111",
      OPENAI_API_KEY: "key",
      OPENAI_BASE_URL: "http://localhost:11434/v1/",
      OPENAI_MODEL: "llama",
      OPENAI_TOOLS: "native",
      SAFETY_MODEL: "ours",
      SAFETY_PROTOCOL: "safeguard",
      TREASURY_DOCKER_SOCKET: "unix:///run/podman/podman.sock",
      HOST_API_TOKEN: "FlyV1 fm2_abc",
      HOST_APP: "acme-agents",
      HOST_API_URL: "http://_api.internal:4280/",
      HOST_REGION: "fra",
      HOST_IMAGE: "acme/body:1",
      HOST_CPU_KIND: "shared",
      HOST_CPUS: "2",
      HOST_MEMORY_MB: "1024",
    };
    expect(readSettings(env)).toEqual({
      port: 8080,
      listenAddress: "0.0.0.0",
      baseUrl: "https://treasury.example.com",
      database: { kind: "sqlite", path: "/var/lib/treasury.db" },
      budget: {
        startingCapitalUsd: 100,
        maxSpendPerActionUsd: 60.5,
        autoApproveUnderUsd: 0,
        autoApproveDailyUsd: 12,
        dailySpendCapUsd: 200,
        minReserveUsd: 0.000001,
      },
      timeZone: "Europe/Berlin",
      proposalExpiryHours: 1.5,
      dailyTokens: 1_000_000,
      access: null,
      operators: `ada:${digest}, grace:${"b".repeat(64)}`,
      agents: `buyer:acme:${"c".repeat(64)}`,
      sandbox: true,
      stripe: {
        secretKey: "sk_test_51Abc",
        webhookSecret: "whsec_abc",
        apiUrl: "http://localhost:12111",
      },
      model: {
        model: "llama",
        apiKey: "key",
        baseUrl: "http://localhost:11434/v1",
        tools: "native",
      },
      safety: {
        model: "ours",
        protocol: "safeguard",
        apiKey: "key",
        baseUrl: "http://localhost:11434/v1",
      },
      fly: {
        token: "FlyV1 fm2_abc",
        app: "acme-agents",
        apiUrl: "http://_api.internal:4280",
      },
      docker: { socket: "unix:///run/podman/podman.sock", app: "acme-agents" },
      machine: {
        region: "fra",
        image: "acme/body:1",
        cpuKind: "shared",
        cpus: 2,
        memoryMb: 1_024,
      },
    });
    const untested = settingNames.filter((name) => !(name in env));
    expect(untested).toEqual(["TREASURY_ACCESS"]);
    expect(readSettings({ TREASURY_ACCESS: "guests" }).access).toBe("guests");
  });

  it("takes a blank variable for an unset one, and the space around a value for nothing", () => {
    const settings = readSettings({ PORT: "  ", OPENAI_API_KEY: "", TREASURY_SANDBOX: " on " });
    expect(settings).toMatchObject({ port: 3000, model: null, sandbox: true });
  });

  it("names the chosen port in the default address", () => {
    expect(readSettings({ PORT: "4001" }).baseUrl).toBe("http://localhost:4001");
  });

  it("reads a SQLite address with and without slashes before its path", () => {
    expect(pathOf("sqlite:books.db")).toEqual({ kind: "sqlite", path: "books.db" });
    expect(pathOf("sqlite:///srv/books.db")).toEqual({ kind: "sqlite", path: "/srv/books.db" });
    expect(pathOf("memory:")).toEqual({ kind: "memory" });
  });

  it.each([
    ["PORT", "eighty"],
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["LISTEN_ADDRESS", "everywhere"],
    ["BASE_URL", "treasury.example.com"],
    ["BASE_URL", "ftp://treasury.example.com"],
    ["BASE_URL", "https://user:word@treasury.example.com"],
    ["BASE_URL", "https://treasury.example.com/?a=1"],
    ["TREASURY_DATABASE_URL", "mysql://localhost/books"],
    ["TREASURY_DATABASE_URL", "sqlite:"],
    ["TREASURY_DATABASE_URL", "sqlite::memory:"],
    ["TREASURY_STARTING_CAPITAL_USD", "$5"],
    ["TREASURY_MAX_SPEND_PER_ACTION_USD", "-5"],
    ["TREASURY_AUTO_APPROVE_UNDER_USD", "NaN"],
    ["TREASURY_AUTO_APPROVE_DAILY_USD", "1e3"],
    ["TREASURY_DAILY_SPEND_CAP_USD", "1000000001"],
    ["TREASURY_MIN_RESERVE_USD", "0.0000001"],
    ["TREASURY_MIN_RESERVE_USD", "Infinity"],
    ["TREASURY_TIME_ZONE", "Mars/Olympus"],
    ["TREASURY_PROPOSAL_EXPIRY_HOURS", "0"],
    ["TREASURY_PROPOSAL_EXPIRY_HOURS", "a day"],
    ["TREASURY_DAILY_TOKENS", "0"],
    ["TREASURY_DAILY_TOKENS", "1e6"],
    ["TREASURY_ACCESS", "everyone"],
    ["TREASURY_OPERATORS", "ada:secret"],
    ["TREASURY_OPERATORS", `ada:${digest},`],
    ["TREASURY_MCP_AGENTS", "buyer:acme:secret"],
    ["TREASURY_MCP_AGENTS", `buyer:${digest}`],
    ["TREASURY_SANDBOX", "yes"],
    ["OPENAI_BASE_URL", "localhost:11434"],
  ])("refuses %s=%s, and says what to write", (variable, value) => {
    expect(problemWith(variable, { [variable]: value })).toMatch(/Write /);
  });

  it("tells every problem at once, each with its variable", () => {
    const env = { PORT: "x", TREASURY_TIME_ZONE: "x", OPENAI_MODEL: "x", STRIPE_SECRET_KEY: "x" };
    expect(problemsOf(env).map(({ variable }) => variable)).toEqual([
      "PORT",
      "TREASURY_TIME_ZONE",
      "STRIPE_SECRET_KEY",
      "OPENAI_API_KEY",
    ]);
    const { message } = new SettingsError(problemsOf(env));
    expect(message.split("\n")).toHaveLength(5);
    expect(message).toContain('PORT is "x"');
  });

  it.each([
    "postgres://treasury:hunter2@db.example.com:5432/books?sslmode=require",
    "postgresql://localhost/books",
    "postgres://treasury:hunter2@localhost/books?host=%2Fvar%2Frun%2Fpostgresql",
  ])("reads %s as a PostgreSQL database", (url) => {
    expect(pathOf(url)).toEqual({ kind: "postgres", url });
    expect(describeDatabase(pathOf(url))).toContain("PostgreSQL, books at ");
    expect(describeDatabase(pathOf(url))).not.toContain("hunter2");
  });

  it.each(["postgres:books", "postgres://treasury:hunter2@host", "postgres://t:hunter2/?@h/books"])(
    "refuses %s, and repeats no password",
    (TREASURY_DATABASE_URL) => {
      const problem = problemWith("TREASURY_DATABASE_URL", { TREASURY_DATABASE_URL });
      expect(problem).toContain("Write postgres://");
      expect(problem).not.toContain("hunter2");
    },
  );

  it.each([
    ["TREASURY_DAILY_SPENT_CAP_USD", "TREASURY_DAILY_SPEND_CAP_USD"],
    ["TREASURY_DATABASE", "TREASURY_DATABASE_URL"],
    ["TREASURY_SANBOX", "TREASURY_SANDBOX"],
    ["OPENAI_MODELS", "OPENAI_MODEL"],
    ["STRIPE_SECRETKEY", "STRIPE_SECRET_KEY"],
    ["HOST_API_TOKENS", "HOST_API_TOKEN"],
  ])("does not ignore %s, and names %s", (variable, nearest) => {
    const problem = problemWith(variable, { [variable]: "hunter2" });
    expect(problem).toContain(`The nearest is ${nearest}.`);
    expect(problem).not.toContain("hunter2");
  });

  it("leaves alone what other programs are set by", () => {
    const env = {
      OPENAI_ORG_ID: "x",
      HOST_NAME: "x",
      STRIPE_DEVICE_NAME: "x",
      TREASURY_SERVICE_HOST: "10.0.0.1",
      TREASURY_SERVICE_PORT_HTTP: "80",
      TREASURY_PORT_80_TCP_ADDR: "10.0.0.1",
      DATABASE_URL: "x",
    };
    expect(problemsOf(env)).toEqual([]);
  });

  it.each(["sk_test_51Abc", "rk_test_51Abc", "sk_live_51Abc", "rk_live_51Abc"])(
    "takes %s for a key of Stripe, with what goes with it",
    (STRIPE_SECRET_KEY) => {
      const env = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: "whsec_1" };
      expect(readSettings(env).stripe).toEqual({
        secretKey: STRIPE_SECRET_KEY,
        webhookSecret: "whsec_1",
        apiUrl: null,
      });
    },
  );

  it.each(["pk_test_51Abc", "sk_org_51Abc", "whsec_51Abc", "sk_test_", "sk_test_a b"])(
    "takes %s for no key of Stripe, and does not repeat it",
    (STRIPE_SECRET_KEY) => {
      const problem = problemWith("STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY });
      expect(problem).toContain("begins with sk_test_");
      expect(problem).not.toContain("51Abc");
    },
  );

  it.each([
    ["HOST_APP", "../apps"],
    ["HOST_REGION", "Frankfurt"],
    ["HOST_CPUS", "0"],
    ["HOST_MEMORY_MB", "2GB"],
    ["HOST_API_URL", "api.machines.dev"],
  ])("refuses %s=%s", (variable, value) => {
    const env = { HOST_API_TOKEN: "t", HOST_APP: "ours", [variable]: value };
    expect(problemWith(variable, env)).toContain(JSON.stringify(value));
  });

  it("repeats no secret", () => {
    const secret = "hunter2hunter2";
    const { message } = new SettingsError(
      problemsOf({
        OPENAI_API_KEY: secret,
        STRIPE_SECRET_KEY: `sk_other_${secret}`,
        STRIPE_WEBHOOK_SECRET: secret,
        HOST_API_TOKEN: secret,
        SAFETY_MODEL: secret,
        TREASURY_SANDBOX: "on",
        TREASURY_OPERATORS: `ada:${secret}`,
        TREASURY_DATABASE_URL: `postgres://u:${secret}@h`,
      }),
    );
    expect(message.split("\n").length).toBeGreaterThan(4);
    expect(message).not.toContain(secret);
  });
});
