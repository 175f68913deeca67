import { scriptedModel } from "@agent-treasury/sandbox";
import { describe, expect, it } from "vitest";
import {
  refusedLiterals,
  refusedNames,
  site,
} from "../../packages/outbound-fetch/src/refused-addresses.fixture.ts";
import {
  testNetwork,
  testResolver,
} from "../../packages/outbound-fetch/src/test-network.fixture.ts";
import { callOf } from "../injection/call-of.ts";
import { guardedTreasury, originsOf } from "./guarded-treasury.fixture.ts";

const purpose = "a report";
const refusals = ["address_refused", "paid_origin_not_listed", "invalid_request"];
const attempts: readonly string[] = [
  ...refusedLiterals,
  ...refusedNames.map(([name]) => `https://${name}/`),
];
const known = new Map(refusedNames.map(([name, ...addresses]) => [name, addresses]));

function resolve(name: string): readonly string[] {
  return known.get(name) ?? [site];
}

it("is tried with at least forty addresses", () => {
  expect(new Set(attempts).size).toBe(attempts.length);
  expect(attempts.length).toBeGreaterThanOrEqual(40);
});

describe("an address that is not public", () => {
  it.each(attempts)("is not requested as %s, even if its origin is listed", async (url) => {
    const { connections } = await testNetwork((_request, response) => response.end());
    const origins = ["https://example.com", ...originsOf(url)];
    const { treasury } = guardedTreasury({ origins, resolve });
    const refused = treasury.fetchPaid({ url, purpose }).catch((error: unknown) => error);
    expect(refusals).toContain(((await refused) as { readonly code: string }).code);
    expect(connections).toEqual([]);
  });

  it("is not requested by an agent that tries all of them in one turn", async () => {
    const { connections } = await testNetwork((_request, response) => response.end());
    const origins = attempts.flatMap(originsOf);
    const calls = attempts.map((url) => callOf("fetch_paid", { url, purpose }));
    const half = Math.ceil(calls.length / 2);
    const answers = [calls.slice(0, half), calls.slice(half), ["Done."]];
    const model = scriptedModel({ answers: answers.map((lines) => lines.join("\n")) });
    const { treasury } = guardedTreasury({ origins, resolve, model });
    const { events } = await treasury.runTurn({ message: "Go." });
    const results = events.filter(({ kind }) => kind === "tool_result");
    expect(results).toHaveLength(attempts.length);
    expect(results.filter((event) => "ok" in event && event.ok)).toEqual([]);
    expect(connections).toEqual([]);
  });
});

it.each([
  "http://example.com/",
  "https://example.org/",
  "https://sub.example.com/",
  "https://example.com.evil.example/",
  "https://example.com:8443/",
  "//example.com/",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "blob:https://example.com/1",
  "data:text/plain,x",
])("%s is not of the listed origin https://example.com", async (url) => {
  const { connections } = await testNetwork((_request, response) => response.end());
  const { treasury } = guardedTreasury({ origins: ["https://example.com"], resolve });
  await expect(treasury.fetchPaid({ url, purpose })).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:paid_origin_not_listed|invalid_request)$/),
  });
  expect(connections).toEqual([]);
});

it("an origin that is not listed is not even resolved before a person approves the request", async () => {
  const { connections } = await testNetwork((_request, response) => response.end());
  const resolved: string[] = [];
  const recorded = (name: string): readonly string[] => {
    resolved.push(name);
    return ["127.0.0.1"];
  };
  const { treasury } = guardedTreasury({ origins: [], ask: true, resolve: recorded });
  const request = { workspaceId: "acme", url: "https://example.com/", purpose, maximumUsd: 1 };
  const { proposal } = await treasury.fetchPaid(request);
  expect([proposal?.status, resolved, connections]).toEqual(["pending", [], []]);
  const decision = { workspaceId: "acme", proposalId: proposal?.id ?? "", operator: "Ada" };
  await treasury.decide({ ...decision, decision: "approve" });
  // Then it is guarded as every request is.
  await expect(treasury.fetchPaid(request)).rejects.toMatchObject({ code: "address_refused" });
  expect([resolved, connections]).toEqual([["example.com"], []]);
});

it.each([301, 302, 303, 307, 308])("a redirect with status %i is not followed", async (status) => {
  const { ca, connections } = await testNetwork((_request, response) => {
    response.writeHead(status, { location: "https://169.254.169.254/latest/meta-data/" }).end();
  });
  const origins = ["https://example.com"];
  const { treasury } = guardedTreasury({ origins, resolve, ca });
  const answer = await treasury.fetchPaid({ url: "https://example.com/a", purpose });
  expect(answer).toMatchObject({ proposal: null, resource: { status, body: "" } });
  expect(connections).toEqual([`${site}:443`]);
});

it("a name that changes its address is requested at none that is not public", async () => {
  const { ca, connections } = await testNetwork((_request, response) => response.end());
  const origins = ["https://example.com"];
  const changing = testResolver({ "example.com": [[site], ["10.0.0.1"]] });
  const { treasury } = guardedTreasury({ origins, resolve: changing, ca });
  const url = "https://example.com/a";
  await treasury.fetchPaid({ url, purpose });
  const code = "address_refused";
  await expect(treasury.fetchPaid({ url, purpose })).rejects.toMatchObject({ code });
  expect(connections).toEqual([`${site}:443`]);
});
