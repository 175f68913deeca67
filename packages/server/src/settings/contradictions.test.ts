import { describe, expect, it } from "vitest";
import { problemWith, problemsOf } from "./problems-of.fixture.ts";
import { readSettings } from "./read-settings.ts";

describe("settings that go, or do not go, together", () => {
  it("refuses to keep nothing in production", () => {
    const env = { TREASURY_DATABASE_URL: "memory:", NODE_ENV: "production" };
    expect(problemWith("TREASURY_DATABASE_URL", env)).toContain("NODE_ENV=production");
    expect(problemsOf({ ...env, NODE_ENV: "development" })).toEqual([]);
  });

  it.each(["sk_live_0123456789", "rk_live_0123456789"])(
    "refuses the sandbox beside a live key, %s",
    (STRIPE_SECRET_KEY) => {
      const env = { TREASURY_SANDBOX: "on", STRIPE_SECRET_KEY };
      expect(problemWith("TREASURY_SANDBOX", env)).toContain("live payment key");
      expect(problemWith("TREASURY_SANDBOX", { ...env, TREASURY_SANDBOX: "off" })).toBeUndefined();
      expect(
        problemWith("TREASURY_SANDBOX", { ...env, STRIPE_SECRET_KEY: "sk_test_1" }),
      ).toBeUndefined();
    },
  );

  it("asks for a key beside a safety model, and for a safety model beside its protocol", () => {
    expect(problemWith("OPENAI_API_KEY", { SAFETY_MODEL: "m" })).toContain("SAFETY_MODEL is");
    expect(problemWith("SAFETY_MODEL", { SAFETY_PROTOCOL: "nemotron" })).toContain("safety model");
    const env = { SAFETY_MODEL: "llama-guard3", OPENAI_BASE_URL: "http://localhost:1/v1" };
    expect(readSettings(env)).toMatchObject({
      model: null,
      safety: { model: "llama-guard3", protocol: null, apiKey: null },
    });
    expect(problemWith("SAFETY_PROTOCOL", { ...env, SAFETY_PROTOCOL: "guess" })).toBeDefined();
  });

  it.each([{ STRIPE_WEBHOOK_SECRET: "whsec_1" }, { STRIPE_API_URL: "http://localhost:1" }])(
    "asks for Stripe's key beside %o",
    (env) => {
      expect(problemWith("STRIPE_SECRET_KEY", env)).toContain("secret key of the Stripe account");
    },
  );

  it("asks for the app beside Fly's token, and for the token beside anything else", () => {
    expect(problemWith("HOST_APP", { HOST_API_TOKEN: "t" })).toContain("made if it is missing");
    for (const name of ["APP", "REGION", "IMAGE"]) {
      const problem = problemWith("HOST_API_TOKEN", { [`HOST_${name}`]: "fra" });
      expect(problem).toContain(`HOST_${name} is`);
    }
  });

  it("needs no token for machines on a container host, and reads nothing of Fly's there", () => {
    const env = { TREASURY_DOCKER_SOCKET: "/run/docker.sock", HOST_IMAGE: "a", HOST_APP: "ours" };
    expect(readSettings(env).docker).toEqual({ socket: "/run/docker.sock", app: "ours" });
    const problem = problemWith("HOST_API_TOKEN", { ...env, HOST_REGION: "fra" });
    expect(problem).toContain("HOST_REGION is");
    const remote = { TREASURY_DOCKER_SOCKET: "tcp://host:2375" };
    expect(problemWith("TREASURY_DOCKER_SOCKET", remote)).toContain("absolute path");
  });

  it("asks for a model where there is a key, and for a key where there is a model", () => {
    expect(problemWith("OPENAI_MODEL", { OPENAI_API_KEY: "k" })).toContain("OPENAI_API_KEY is");
    expect(problemWith("OPENAI_MODEL", { OPENAI_BASE_URL: "http://localhost:1/v1" })).toContain(
      "OPENAI_BASE_URL is",
    );
    expect(problemWith("OPENAI_API_KEY", { OPENAI_MODEL: "m" })).toContain("OPENAI_MODEL is");
  });

  it("does not take both operators and guests", () => {
    const env = { TREASURY_ACCESS: "guests", TREASURY_OPERATORS: `ada:${"a".repeat(64)}` };
    expect(problemWith("TREASURY_ACCESS", env)).toContain("TREASURY_OPERATORS");
  });

  it("takes no token that opens both an agent's door and an operator's: the agent could approve", () => {
    const env = {
      TREASURY_OPERATORS: `ada:${"a".repeat(64)},bob:${"b".repeat(64)}`,
      TREASURY_MCP_AGENTS: `buyer:acme:${"B".repeat(64)}`,
    };
    const problem = problemWith("TREASURY_MCP_AGENTS", env);
    expect(problem).toContain("token of an operator");
    expect(problem).not.toContain("bbbb");
  });
});
