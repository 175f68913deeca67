import { redact } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { problemWith, problemsOf } from "./problems-of.fixture.ts";
import { SettingsError } from "./settings-error.ts";

const digest = "a".repeat(64);

describe("invalid settings", () => {
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
    ["TREASURY_REMIND_AFTER_HOURS", "-1"],
    ["TREASURY_ESCALATE_AFTER_HOURS", "0"],
    ["TREASURY_DAILY_TOKENS", "0"],
    ["TREASURY_DAILY_TOKENS", "1e6"],
    ["TREASURY_ACCESS", "everyone"],
    ["TREASURY_OPERATORS", "ada:secret"],
    ["TREASURY_OPERATORS", `ada:${digest},`],
    ["TREASURY_OPERATOR_GROUPS", "ada"],
    ["TREASURY_OPERATOR_GROUPS", "ada=finance,ada=admins"],
    ["TREASURY_MCP_AGENTS", "buyer:acme:secret"],
    ["TREASURY_MCP_AGENTS", `buyer:${digest}`],
    ["TREASURY_MCP_REQUESTS_PER_MINUTE", "0"],
    ["TREASURY_MCP_REQUESTS_PER_MINUTE", "false"],
    ["TREASURY_SANDBOX", "yes"],
    ["TREASURY_PASSKEYS", "true"],
    ["TREASURY_PASSKEY_RP_ID", "https://example.com"],
    ["TREASURY_PASSKEY_RP_ID", "127.0.0.1"],
    ["OPENAI_BASE_URL", "localhost:11434"],
    ["APPROVAL_PAGE_URL", "app.example.com"],
    ["SLACK_CHANNEL", "#approvals"],
    ["SLACK_PEOPLE", "U01"],
    ["SLACK_PEOPLE", "ada=U01"],
    ["SLACK_PEOPLE", "U01=ada,U01=bo"],
    ["SMTP_URL", "mail.example.com"],
    ["X402_NETWORK", "base"],
    ["TREASURY_PAID_FETCH_ORIGINS", "http://api.example.com"],
    ["TREASURY_PAID_FETCH_ORIGINS", "https://api.example.com/report"],
    ["TREASURY_PAID_FETCH_ORIGINS", "https://*.example.com"],
    ["MAIL_FROM", "Treasury"],
    ["MAIL_FROM", "a@b.example, c@d.example"],
    ["MAIL_FROM", "A\r\nBcc: c@d.example <a@b.example>"],
    ["APPROVAL_MAIL_TO", "ada"],
    ["APPROVAL_MAIL_TO", "ada@example.com, Bo <bo@example.com>"],
  ])("are rejected, with a hint: %s=%s", (variable, value) => {
    expect(problemWith(variable, { [variable]: value })).toMatch(/ Use /);
  });

  it.each([
    ["HOST_APP", "../apps"],
    ["HOST_REGION", "Frankfurt"],
    ["HOST_CPUS", "0"],
    ["HOST_MEMORY_MB", "2GB"],
    ["HOST_API_URL", "api.machines.dev"],
  ])("are rejected: %s=%s", (variable, value) => {
    const env = { HOST_API_TOKEN: "t", HOST_APP: "ours", [variable]: value };
    expect(problemWith(variable, env)).toContain(JSON.stringify(value));
  });

  it.each(["postgres:books", "postgres://treasury:hunter2@host", "postgres://t:hunter2/?@h/books"])(
    "are rejected without revealing the password: %s",
    (TREASURY_DATABASE_URL) => {
      const problem = problemWith("TREASURY_DATABASE_URL", { TREASURY_DATABASE_URL });
      expect(problem).toContain("Use postgres://");
      expect(problem).not.toContain("hunter2");
    },
  );

  it.each(["mysql://localhost/books", "postgres:books"])(
    "are rejected with a message that redaction does not change: %s",
    (TREASURY_DATABASE_URL) => {
      const problem = problemWith("TREASURY_DATABASE_URL", { TREASURY_DATABASE_URL }) ?? "";
      expect(problem).toContain("host:5432/database");
      expect(redact(problem)).toBe(problem);
    },
  );

  it.each(["pk_test_51Abc", "sk_org_51Abc", "whsec_51Abc", "sk_test_", "sk_test_a b"])(
    "are rejected as Stripe keys without repeating them: %s",
    (STRIPE_SECRET_KEY) => {
      const problem = problemWith("STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY });
      expect(problem).toContain("begins with sk_test_");
      expect(problem).not.toContain("51Abc");
    },
  );

  it.each(["a2V5", `${"a".repeat(43)}=,a2V5`, "k".repeat(32), ","])(
    "are rejected as encryption keys without repeating them: %s",
    (WEBHOOK_ENCRYPTION_KEY) => {
      const problem = problemWith("WEBHOOK_ENCRYPTION_KEY", { WEBHOOK_ENCRYPTION_KEY });
      expect(problem).toContain("Use 32 random bytes in base64");
      expect(problem).not.toMatch(/a2V5|kkk|aaa/);
    },
  );

  it.each([
    ["SLACK_BOT_TOKEN", "xapp-hunter2"],
    ["SLACK_SIGNING_SECRET", "xoxb-hunter2"],
    ["X402_PRIVATE_KEY", `hunter2${"1".repeat(57)}`],
    ["X402_PRIVATE_KEY", `0x${"0".repeat(64)}hunter2`],
    ["X402_GAS_PRIVATE_KEY", `0x${"0".repeat(64)}hunter2`],
    ["X402_RPC_URLS", "https://one.example/hunter2,wss://two.example/hunter2"],
    ["SMTP_URL", "smtp://ada:hunter2/?@mail.example.com"],
    ["SMTP_URL", "https://ada:hunter2@mail.example.com"],
  ])("are rejected without repeating the secret: %s=%s", (variable, value) => {
    const problem = problemWith(variable, { [variable]: value });
    expect(problem).toContain(" Use ");
    expect(problem).not.toContain("hunter2");
    expect(redact(problem ?? "")).toBe(problem);
  });

  it("are reported together, each with its variable", () => {
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

  it("are reported with the reason for operators and agents", () => {
    const twice = `ada:${digest},bob:${digest}`;
    expect(problemWith("TREASURY_OPERATORS", { TREASURY_OPERATORS: twice })).toContain(
      "Two operators have the same token, one is bob.",
    );
    const cut = `buyer:acme:${digest},`;
    expect(problemWith("TREASURY_MCP_AGENTS", { TREASURY_MCP_AGENTS: cut })).toContain(
      "Agent 2 of 2",
    );
  });

  it.each(["BASE_URL", "OPENAI_BASE_URL", "STRIPE_API_URL", "HOST_API_URL"])(
    "are reported without the secret parts of a URL: %s",
    (variable) => {
      const addresses = [
        "https://models.example/v1?key=hunter2",
        "https://models.example/v1?a=1&sig=hunter2#hunter2",
        "https://models.example/#hunter2",
        "https://ada:hunter2@models.example/v1",
        "https://hunter2@models.example",
        "models.example/v1?k=hunter2",
        "ada:hunter2@models.example/v1",
        "ftp://ada:hunter2@models.example/?k=hunter2",
      ];
      for (const address of addresses) {
        const problem = problemWith(variable, { [variable]: address });
        expect(problem).toContain("models.example");
        expect(problem).not.toContain("hunter2");
      }
    },
  );

  it("are reported without a key that is in the wrong variable", () => {
    const HOST_API_TOKEN = "hunter2hunter2";
    const env = { HOST_API_TOKEN, HOST_APP: HOST_API_TOKEN.toUpperCase(), HOST_REGION: "x" };
    expect(JSON.stringify(problemsOf(env))).not.toMatch(/hunter2/i);
  });

  it("are reported without any secret", () => {
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
