import { describe, expect, it } from "vitest";
import { describeDatabase } from "./describe-database.ts";
import { readSettings, settingNames } from "./read-settings.ts";
import type { DatabaseSetting } from "./settings.ts";

function pathOf(TREASURY_DATABASE_URL: string): DatabaseSetting {
  return readSettings({ TREASURY_DATABASE_URL }).database;
}

const digest = "a".repeat(64);

describe("readSettings", () => {
  it("has defaults for all variables", () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      listenAddress: "127.0.0.1",
      baseUrl: "http://localhost:3000",
      database: { kind: "sqlite", path: ".data/treasury.db" },
      deploymentId: null,
      budget: {},
      autoApprovePayees: "known",
      timeZone: null,
      proposalExpiryHours: null,
      remindAfterHours: null,
      escalateAfterHours: null,
      dailyTokens: null,
      turnTabUsd: null,
      access: null,
      allowedOrigins: [],
      operators: null,
      operatorGroups: null,
      agents: null,
      mcpRequestsPerMinute: null,
      sandbox: false,
      stripe: null,
      model: null,
      safety: null,
      safetyOnSilence: "approval",
      fly: null,
      docker: null,
      machine: { region: null, image: null, cpuKind: null, cpus: null, memoryMb: null },
      webhookEncryptionKey: null,
      push: null,
      fallbackChannels: [],
      x402: null,
      paidFetch: null,
      slack: null,
      mail: null,
      approvalPageUrl: null,
      passkeys: null,
      receiptsKey: null,
      verification: null,
    });
  });

  it("reads every variable that has an effect", () => {
    const env = {
      PORT: "8080",
      LISTEN_ADDRESS: "0.0.0.0",
      BASE_URL: "https://treasury.example.com/",
      TREASURY_DATABASE_URL: "sqlite:/var/lib/treasury.db",
      TREASURY_DEPLOYMENT_ID: "0123456789abcdef0123456789abcdef",
      TREASURY_STARTING_CAPITAL_USD: "100",
      TREASURY_MAX_SPEND_PER_ACTION_USD: "60.5",
      TREASURY_AUTO_APPROVE_UNDER_USD: "0",
      TREASURY_AUTO_APPROVE_DAILY_USD: "12",
      TREASURY_AUTO_APPROVE_PAYEES: "any",
      TREASURY_DAILY_SPEND_CAP_USD: "200",
      TREASURY_MIN_RESERVE_USD: "0.000001",
      TREASURY_TIME_ZONE: "Europe/Berlin",
      TREASURY_PROPOSAL_EXPIRY_HOURS: "1.5",
      TREASURY_REMIND_AFTER_HOURS: "0.5",
      TREASURY_ESCALATE_AFTER_HOURS: "1",
      TREASURY_DAILY_TOKENS: "1000000",
      TREASURY_TURN_TAB_USD: "0.50",
      TREASURY_OPERATORS: `ada:${digest}, grace:${"b".repeat(64)}`,
      TREASURY_OPERATOR_GROUPS: "ada=finance+admins, grace=finance",
      TREASURY_MCP_AGENTS: `buyer:acme:${"c".repeat(64)}`,
      TREASURY_MCP_REQUESTS_PER_MINUTE: "600",
      TREASURY_SANDBOX: "on",
      STRIPE_SECRET_KEY: "sk_test_51Abc",
      STRIPE_WEBHOOK_SECRET: "whsec_abc",
      STRIPE_WEBHOOK_ACCOUNTS: "acct_1, acct_2",
      STRIPE_API_URL: "http://localhost:12111",
      OPENAI_API_KEY: "key",
      OPENAI_BASE_URL: "http://localhost:11434/v1/",
      OPENAI_MODEL: "llama",
      OPENAI_TOOLS: "native",
      SAFETY_MODEL: "ours",
      SAFETY_PROTOCOL: "safeguard",
      TREASURY_SAFETY_ON_SILENCE: "review",
      TREASURY_DOCKER_SOCKET: "unix:///run/podman/podman.sock",
      HOST_API_TOKEN: "FlyV1 fm2_abc",
      HOST_APP: "acme-agents",
      HOST_API_URL: "http://_api.internal:4280/",
      HOST_REGION: "fra",
      HOST_IMAGE: "acme/body:1",
      HOST_CPU_KIND: "shared",
      HOST_CPUS: "2",
      HOST_MEMORY_MB: "1024",
      X402_PRIVATE_KEY: `0x${"1".repeat(64)}`,
      X402_GAS_PRIVATE_KEY: `0x${"2".repeat(64)}`,
      X402_NETWORK: "eip155:84532",
      X402_RPC_URLS: "https://one.example/key, https://two.example/key",
      X402_MPP: "on",
      TREASURY_PAID_FETCH_ORIGINS: "https://api.example.com, https://b.example:8443",
      TREASURY_PAID_FETCH_ASK: "on",
      TREASURY_PAID_FETCH_MAXIMUM_USD: "2.50",
      WEBHOOK_ENCRYPTION_KEY: btoa("k".repeat(32)),
      PUSH_KEY: btoa("p".repeat(32)),
      PUSH_CONTACT: "mailto:treasury@example.com",
      APPROVAL_FALLBACK: "slack, email",
      SLACK_BOT_TOKEN: "xoxb-1-abc",
      SLACK_SIGNING_SECRET: "5".repeat(32),
      SLACK_CHANNEL: "C0123456789",
      SLACK_PEOPLE: "U01=ada, T01-U02 = grace",
      SLACK_API_URL: "http://localhost:8888/api/",
      SMTP_URL: "smtps://treasury:p%40ss@mail.example.com:465",
      MAIL_FROM: "Treasury <treasury@example.com>",
      APPROVAL_MAIL_TO: "ada@example.com, grace@example.com",
      APPROVAL_PAGE_URL: "https://app.example.com/money?team=1",
      TREASURY_PASSKEYS: "on",
      TREASURY_RECEIPTS_KEY: "0".repeat(64),
      TREASURY_VERIFY_EVERY_HOURS: "24",
      TREASURY_VERIFY_FREEZE: "on",
      TREASURY_PASSKEY_RP_ID: "example.com",
      TREASURY_ALLOWED_ORIGINS: "https://a.example.com, https://b.example.com",
    };
    expect(readSettings(env)).toEqual({
      port: 8080,
      listenAddress: "0.0.0.0",
      baseUrl: "https://treasury.example.com",
      database: { kind: "sqlite", path: "/var/lib/treasury.db" },
      deploymentId: "0123456789abcdef0123456789abcdef",
      budget: {
        startingCapitalUsd: 100,
        maxSpendPerActionUsd: 60.5,
        autoApproveUnderUsd: 0,
        autoApproveDailyUsd: 12,
        dailySpendCapUsd: 200,
        minReserveUsd: 0.000001,
      },
      autoApprovePayees: "any",
      timeZone: "Europe/Berlin",
      proposalExpiryHours: 1.5,
      remindAfterHours: 0.5,
      escalateAfterHours: 1,
      dailyTokens: 1_000_000,
      turnTabUsd: 0.5,
      access: null,
      allowedOrigins: ["https://a.example.com", "https://b.example.com"],
      operators: `ada:${digest}, grace:${"b".repeat(64)}`,
      operatorGroups: new Map([
        ["ada", ["finance", "admins"]],
        ["grace", ["finance"]],
      ]),
      agents: `buyer:acme:${"c".repeat(64)}`,
      mcpRequestsPerMinute: 600,
      sandbox: true,
      stripe: {
        secretKey: "sk_test_51Abc",
        webhookSecret: "whsec_abc",
        webhookAccounts: ["acct_1", "acct_2"],
        apiUrl: "http://localhost:12111",
      },
      x402: {
        privateKey: `0x${"1".repeat(64)}`,
        gasPrivateKey: `0x${"2".repeat(64)}`,
        network: "eip155:84532",
        rpcUrls: ["https://one.example/key", "https://two.example/key"],
        mpp: true,
      },
      paidFetch: {
        origins: ["https://api.example.com", "https://b.example:8443"],
        ask: true,
        maximumUsd: 2.5,
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
        isDefault: false,
      },
      safetyOnSilence: "review",
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
      webhookEncryptionKey: btoa("k".repeat(32)),
      push: { key: btoa("p".repeat(32)), contact: "mailto:treasury@example.com" },
      fallbackChannels: ["slack", "email"],
      slack: {
        botToken: "xoxb-1-abc",
        signingSecret: "5".repeat(32),
        channel: "C0123456789",
        people: new Map([
          ["U01", "ada"],
          ["T01-U02", "grace"],
        ]),
        apiUrl: "http://localhost:8888/api",
      },
      mail: {
        smtpUrl: "smtps://treasury:p%40ss@mail.example.com:465",
        from: "Treasury <treasury@example.com>",
        to: ["ada@example.com", "grace@example.com"],
      },
      approvalPageUrl: "https://app.example.com/money?team=1",
      passkeys: { rpId: "example.com" },
      receiptsKey: "0".repeat(64),
      verification: { everyHours: 24, freeze: true },
    });
    const untested = settingNames.filter((name) => !(name in env));
    expect(untested).toEqual(["TREASURY_ACCESS"]);
    expect(readSettings({ TREASURY_ACCESS: "guests" }).access).toBe("guests");
  });

  it("treats a blank variable as unset, and trims values", () => {
    const settings = readSettings({ PORT: "  ", OPENAI_API_KEY: "", TREASURY_SANDBOX: " on " });
    expect(settings).toMatchObject({ port: 3000, model: null, sandbox: true });
  });

  it("includes the chosen port in the default URL", () => {
    expect(readSettings({ PORT: "4001" }).baseUrl).toBe("http://localhost:4001");
  });

  it("reads a SQLite URL with and without slashes before its path", () => {
    expect(pathOf("sqlite:books.db")).toEqual({ kind: "sqlite", path: "books.db" });
    expect(pathOf("sqlite:///srv/books.db")).toEqual({ kind: "sqlite", path: "/srv/books.db" });
    expect(pathOf("memory:")).toEqual({ kind: "memory" });
  });

  it.each([
    "postgres://treasury:hunter2@db.example.com:5432/books?sslmode=require",
    "postgresql://localhost/books",
    "postgres://treasury@one:5432,two:5433/books?target_session_attrs=read-write",
    "postgres://treasury:hunter2@localhost/books?host=%2Fvar%2Frun%2Fpostgresql",
  ])("reads %s as a PostgreSQL database", (url) => {
    expect(pathOf(url)).toEqual({ kind: "postgres", url });
    expect(describeDatabase(pathOf(url))).toContain("PostgreSQL, books at ");
    expect(describeDatabase(pathOf(url))).not.toContain("hunter2");
  });

  it.each(["sk_test_51Abc", "rk_test_51Abc", "sk_live_51Abc", "rk_live_51Abc"])(
    "accepts %s as a Stripe key, with its related settings",
    (STRIPE_SECRET_KEY) => {
      const env = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: "whsec_1" };
      expect(readSettings(env).stripe).toEqual({
        secretKey: STRIPE_SECRET_KEY,
        webhookSecret: "whsec_1",
        webhookAccounts: [],
        apiUrl: null,
      });
    },
  );
});
