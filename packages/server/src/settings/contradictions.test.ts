import { describe, expect, it } from "vitest";
import { problemWith, problemsOf } from "./problems-of.fixture.ts";
import { readSettings } from "./read-settings.ts";

describe("combinations of settings", () => {
  it("reject memory storage in production", () => {
    const env = { TREASURY_DATABASE_URL: "memory:", NODE_ENV: "production" };
    expect(problemWith("TREASURY_DATABASE_URL", env)).toContain("NODE_ENV=production");
    expect(problemsOf({ ...env, NODE_ENV: "development" })).toEqual([]);
  });

  it.each(["sk_live_0123456789", "rk_live_0123456789"])(
    "reject the sandbox with a live key, %s",
    (STRIPE_SECRET_KEY) => {
      const env = { TREASURY_SANDBOX: "on", STRIPE_SECRET_KEY };
      expect(problemWith("TREASURY_SANDBOX", env)).toContain("live payment key");
      expect(problemWith("TREASURY_SANDBOX", { ...env, TREASURY_SANDBOX: "off" })).toBeUndefined();
      expect(
        problemWith("TREASURY_SANDBOX", { ...env, STRIPE_SECRET_KEY: "sk_test_1" }),
      ).toBeUndefined();
    },
  );

  it("reject groups of operators who cannot sign in", () => {
    const env = {
      TREASURY_OPERATORS: `ada:${"a".repeat(64)}`,
      TREASURY_OPERATOR_GROUPS: "ada=finance",
    };
    expect(problemsOf(env)).toEqual([]);
    const misspelled = { ...env, TREASURY_OPERATOR_GROUPS: "ada=finance, Ada=admins" };
    expect(problemWith("TREASURY_OPERATOR_GROUPS", misspelled)).toContain('"Ada"');
    const { TREASURY_OPERATOR_GROUPS } = env;
    expect(problemWith("TREASURY_OPERATOR_GROUPS", { TREASURY_OPERATOR_GROUPS })).toBeDefined();
  });

  it("require all settings of Slack for one of them", () => {
    const env = {
      SLACK_BOT_TOKEN: "xoxb-1",
      SLACK_SIGNING_SECRET: "5".repeat(32),
      SLACK_CHANNEL: "C01",
      SLACK_PEOPLE: "U01=ada",
    };
    expect(problemsOf(env)).toEqual([]);
    const names = Object.keys(env);
    for (const name of names) {
      const others = names.filter((other) => other !== name);
      const problems = problemsOf({ [name]: env[name as keyof typeof env] });
      expect(problems.map(({ variable }) => variable)).toEqual(others);
      expect(problems[0]?.problem).toContain(`is not set, but ${name} is.`);
    }
    expect(problemsOf({ SLACK_API_URL: "http://localhost:1" })).toHaveLength(4);
  });

  it("require all settings of x402 for one of them, and origins for a maximum", () => {
    const env = {
      X402_PRIVATE_KEY: `0x${"1".repeat(64)}`,
      X402_NETWORK: "eip155:84532",
      X402_RPC_URLS: "https://rpc.example",
    };
    expect(problemsOf(env)).toEqual([]);
    const names = Object.keys(env);
    for (const name of names) {
      const others = names.filter((other) => other !== name);
      const problems = problemsOf({ [name]: env[name as keyof typeof env] });
      expect(problems.map(({ variable }) => variable)).toEqual(others);
    }
    const gasKey = { X402_GAS_PRIVATE_KEY: `0x${"2".repeat(64)}` };
    expect(problemsOf(gasKey).map(({ variable }) => variable)).toEqual(names);
    expect(problemsOf({ ...env, ...gasKey })).toEqual([]);
    const maximum = { TREASURY_PAID_FETCH_MAXIMUM_USD: "1" };
    expect(problemWith("TREASURY_PAID_FETCH_ORIGINS", maximum)).toContain("is not set");
  });

  it("reject half of the settings of push notifications, and a fallback without a time", () => {
    const env = { PUSH_KEY: btoa("p".repeat(32)), PUSH_CONTACT: "mailto:a@example.com" };
    expect(problemsOf(env)).toEqual([]);
    for (const [name, value] of Object.entries(env)) {
      const other = name === "PUSH_KEY" ? "PUSH_CONTACT" : "PUSH_KEY";
      expect(problemWith(other, { [name]: value })).toContain(`is not set, but ${name} is.`);
    }
    const fallback = { APPROVAL_FALLBACK: "email" };
    expect(problemWith("TREASURY_REMIND_AFTER_HOURS", fallback)).toContain("is not set");
    expect(problemsOf({ ...fallback, TREASURY_REMIND_AFTER_HOURS: "0.25" })).toEqual([]);
    expect(problemWith("APPROVAL_FALLBACK", { APPROVAL_FALLBACK: "mail" })).toContain("Use slack");
    expect(problemWith("PUSH_KEY", { ...env, PUSH_KEY: "hunter2" })).not.toContain("hunter2");
  });

  it("reject people of Slack who are no operators", () => {
    const env = {
      SLACK_BOT_TOKEN: "xoxb-1",
      SLACK_SIGNING_SECRET: "5".repeat(32),
      SLACK_CHANNEL: "C01",
      TREASURY_OPERATORS: `ada:${"a".repeat(64)}`,
    };
    expect(problemsOf({ ...env, SLACK_PEOPLE: "U01=ada" })).toEqual([]);
    expect(problemWith("SLACK_PEOPLE", { ...env, SLACK_PEOPLE: "U01=ada,U02=Ada" })).toContain(
      '"Ada"',
    );
  });

  it("reject passkeys that browsers would not offer on the pages", () => {
    const env = { TREASURY_PASSKEYS: "on" };
    const on = (BASE_URL: string, rpId?: string) =>
      problemsOf({ ...env, BASE_URL, ...(rpId && { TREASURY_PASSKEY_RP_ID: rpId }) }).map(
        ({ variable }) => variable,
      );
    expect(problemsOf(env)).toEqual([]);
    expect(on("http://localhost:3000")).toEqual([]);
    expect(on("https://pay.example.com", "example.com")).toEqual([]);
    expect(on("http://pay.example.com")).toEqual(["BASE_URL"]);
    expect(on("https://127.0.0.1")).toEqual(["BASE_URL"]);
    expect(on("https://[::1]")).toEqual(["BASE_URL"]);
    for (const other of ["ample.com", "other.example", "a.pay.example.com"]) {
      expect(on("https://pay.example.com", other)).toEqual(["TREASURY_PASSKEY_RP_ID"]);
    }
    const alone = { TREASURY_PASSKEY_RP_ID: "example.com" };
    expect(problemWith("TREASURY_PASSKEYS", alone)).toContain("TREASURY_PASSKEY_RP_ID is set");
  });

  it("require server and sender for receivers of mails, but not the other way round", () => {
    const problems = problemsOf({ APPROVAL_MAIL_TO: "ada@example.com" });
    expect(problems.map(({ variable }) => variable)).toEqual(["SMTP_URL", "MAIL_FROM"]);
    expect(problemsOf({ SMTP_URL: "smtp://mail", MAIL_FROM: "a@b.example" })).toEqual([]);
  });

  it("require a key for a judge, and a judge for its protocol", () => {
    expect(problemWith("OPENAI_API_KEY", { SAFETY_MODEL: "m" })).toContain("SAFETY_MODEL is");
    expect(problemWith("SAFETY_MODEL", { SAFETY_PROTOCOL: "nemotron" })).toContain("judge");
    const env = { SAFETY_MODEL: "llama-guard3", OPENAI_BASE_URL: "http://localhost:1/v1" };
    expect(readSettings(env)).toMatchObject({
      model: null,
      safety: { model: "llama-guard3", protocol: null, apiKey: null },
    });
    expect(problemWith("SAFETY_PROTOCOL", { ...env, SAFETY_PROTOCOL: "guess" })).toBeDefined();
  });

  it.each([{ STRIPE_WEBHOOK_SECRET: "whsec_1" }, { STRIPE_API_URL: "http://localhost:1" }])(
    "require Stripe's key for %o",
    (env) => {
      expect(problemWith("STRIPE_SECRET_KEY", env)).toContain("secret key of the Stripe account");
    },
  );

  it("require the app for Fly's token, and the token for other Fly settings", () => {
    expect(problemWith("HOST_APP", { HOST_API_TOKEN: "t" })).toContain(
      "created if it does not exist",
    );
    for (const name of ["APP", "REGION", "IMAGE"]) {
      const problem = problemWith("HOST_API_TOKEN", { [`HOST_${name}`]: "fra" });
      expect(problem).toContain(`HOST_${name} is`);
    }
  });

  it("require no token for machines on a container host, and reject Fly settings there", () => {
    const env = { TREASURY_DOCKER_SOCKET: "/run/docker.sock", HOST_IMAGE: "a", HOST_APP: "ours" };
    expect(readSettings(env).docker).toEqual({ socket: "/run/docker.sock", app: "ours" });
    const problem = problemWith("HOST_API_TOKEN", { ...env, HOST_REGION: "fra" });
    expect(problem).toContain("HOST_REGION is");
    const remote = { TREASURY_DOCKER_SOCKET: "tcp://host:2375" };
    expect(problemWith("TREASURY_DOCKER_SOCKET", remote)).toContain("absolute path");
  });

  it("require a model for a key, and a key for a model", () => {
    expect(problemWith("OPENAI_MODEL", { OPENAI_API_KEY: "k" })).toContain("OPENAI_API_KEY is");
    expect(problemWith("OPENAI_MODEL", { OPENAI_BASE_URL: "http://localhost:1/v1" })).toContain(
      "OPENAI_BASE_URL is",
    );
    expect(problemWith("OPENAI_API_KEY", { OPENAI_MODEL: "m" })).toContain("OPENAI_MODEL is");
  });

  it("reject operators with anonymous access", () => {
    const env = { TREASURY_ACCESS: "guests", TREASURY_OPERATORS: `ada:${"a".repeat(64)}` };
    expect(problemWith("TREASURY_ACCESS", env)).toContain("TREASURY_OPERATORS");
  });

  it("reject an agent's token that is also an operator's, because the agent could approve", () => {
    const env = {
      TREASURY_OPERATORS: `ada:${"a".repeat(64)},bob:${"b".repeat(64)}`,
      TREASURY_MCP_AGENTS: `buyer:acme:${"B".repeat(64)}`,
    };
    const problem = problemWith("TREASURY_MCP_AGENTS", env);
    expect(problem).toContain("operator's token");
    expect(problem).not.toContain("bbbb");
  });
});
