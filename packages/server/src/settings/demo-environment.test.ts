import { expect, it } from "vitest";
import { demoEnvironment } from "./demo-environment.ts";

it("treats a blank variable as unset", () => {
  const { env, ignored } = demoEnvironment({ PORT: "", BASE_URL: " ", OPENAI_API_KEY: "" });
  expect(env).toEqual({ TREASURY_SANDBOX: "on" });
  expect(ignored).toEqual([]);
});

it("passes the server's variables on, and lists the others", () => {
  const given = { PORT: "4000", TREASURY_AUTO_APPROVE_PAYEES: "any" };
  const { env, ignored } = demoEnvironment({ ...given, OPENAI_API_KEY: "key" });
  expect(env).toEqual({ ...given, TREASURY_SANDBOX: "on" });
  expect(ignored).toEqual(["OPENAI_API_KEY"]);
});
