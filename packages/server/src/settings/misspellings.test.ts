import { describe, expect, it } from "vitest";
import { problemWith, problemsOf } from "./problems-of.fixture.ts";

describe("a misspelled setting", () => {
  it.each([
    ["TREASURY_DAILY_SPENT_CAP_USD", "TREASURY_DAILY_SPEND_CAP_USD"],
    ["TREASURY_DATABASE", "TREASURY_DATABASE_URL"],
    ["TREASURY_SANBOX", "TREASURY_SANDBOX"],
    ["OPENAI_MODELS", "OPENAI_MODEL"],
    ["STRIPE_SECRETKEY", "STRIPE_SECRET_KEY"],
    ["HOST_API_TOKENS", "HOST_API_TOKEN"],
    ["SLACK_BOT_TOKENS", "SLACK_BOT_TOKEN"],
    ["APPROVALS_MAIL_TO", "APPROVAL_MAIL_TO"],
  ])("is reported: %s, with the suggestion %s", (variable, nearest) => {
    const problem = problemWith(variable, { [variable]: "hunter2" });
    expect(problem).toContain(`Did you mean ${nearest}?`);
    expect(problem).not.toContain("hunter2");
  });
});

describe("an unknown setting", () => {
  it.each([
    "TREASURY_CORS_ORIGINS",
    "TREASURY_MAX_RESERVE_USD",
    "TREASURY_AUTO_APPROVE_WEEKLY_USD",
    "TREASURY_PASSWORD",
    "TREASURY_TIMEOUT",
  ])("is reported without a suggestion of another meaning: %s", (variable) => {
    const problem = problemWith(variable, { [variable]: "x" });
    expect(problem).toBe("is not a setting and has no effect. Remove it.");
  });
});

describe("variables of other programs", () => {
  it("are ignored", () => {
    const env = {
      OPENAI_ORG_ID: "x",
      HOST_NAME: "x",
      MAIL_HOST: "x",
      SMTP_USER: "x",
      SLACK_APP_TOKEN: "x",
      STRIPE_DEVICE_NAME: "x",
      TREASURY_SERVICE_HOST: "10.0.0.1",
      TREASURY_SERVICE_PORT_HTTP: "80",
      TREASURY_PORT_80_TCP_ADDR: "10.0.0.1",
      TREASURY_URL: "http://localhost:3000",
      TREASURY_TOKEN: "agt_x",
      TREASURY_TEST_BROWSER: "x",
      DATABASE_URL: "x",
    };
    expect(problemsOf(env)).toEqual([]);
  });
});
