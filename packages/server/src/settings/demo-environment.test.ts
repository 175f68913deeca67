import { expect, it } from "vitest";
import { demoEnvironment } from "./demo-environment.ts";

it("treats a blank variable as unset", () => {
  const { env, ignored } = demoEnvironment({ PORT: "", BASE_URL: " ", OPENAI_API_KEY: "" });
  expect(env).toEqual({ TREASURY_SANDBOX: "on" });
  expect(ignored).toEqual([]);
});

it("passes the server's variables on, and lists the others", () => {
  const { env, ignored } = demoEnvironment({ PORT: "4000", OPENAI_API_KEY: "key" });
  expect(env).toEqual({ PORT: "4000", TREASURY_SANDBOX: "on" });
  expect(ignored).toEqual(["OPENAI_API_KEY"]);
});
