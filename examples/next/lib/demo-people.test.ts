import { afterEach, describe, expect, it, vi } from "vitest";
import { demoPeople, peopleSettings } from "../demo/demo-people.ts";
import { demoNames, signInAs } from "./demo-people.ts";

const settings = {
  ...peopleSettings(demoPeople(), "127.0.0.1"),
  TREASURY_SANDBOX: "on",
  LISTEN_ADDRESS: "127.0.0.1",
  TREASURY_DATABASE_URL: "memory:",
  BASE_URL: "http://localhost:3000",
};

async function statusOf(
  env: Readonly<Record<string, string>>,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value);
  const request = new Request("http://localhost:3000/command/sign-in-as", {
    method: "POST",
    headers: { host: "localhost:3000", ...headers },
    body: JSON.stringify({ name }),
  });
  return (await signInAs(request)).status;
}

afterEach(() => vi.unstubAllEnvs());

describe("sign-in without a password", () => {
  it("exists only in the demo, for its people, and from this computer", async () => {
    expect(await statusOf({}, "Ada")).toBe(404);
    expect(demoNames()).toEqual([]);
    expect(await statusOf({ ...settings, TREASURY_SANDBOX: "off" }, "Ada")).toBe(404);
    expect(await statusOf({ ...settings, LISTEN_ADDRESS: "0.0.0.0" }, "Ada")).toBe(404);
    expect(demoNames()).toEqual([]);
    expect(await statusOf(settings, "Mallory")).toBe(404);
    expect(await statusOf(settings, "constructor")).toBe(404);
    expect(await statusOf(settings, "Ada", { host: "attacker.example:3000" })).toBe(404);
    expect(await statusOf(settings, "Ada", { origin: "http://attacker.example" })).toBe(403);
    expect(demoNames()).toEqual(["Ada", "Grace"]);
    expect(await statusOf(settings, "Ada")).toBe(200);
  });

  it("is not offered where other computers can reach the service", () => {
    for (const address of ["0.0.0.0", "::", "192.168.1.2", "localhost.example"]) {
      expect(Object.keys(peopleSettings(demoPeople(), address))).toEqual(["TREASURY_OPERATORS"]);
    }
    for (const address of ["127.0.0.1", "::1", "localhost"]) {
      expect(peopleSettings(demoPeople(), address)).toHaveProperty("DEMO_PEOPLE");
    }
  });
});
