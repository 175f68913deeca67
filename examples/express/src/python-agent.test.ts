import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { skipWithoutPython } from "test-suites/python";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { type TestServer, testServer } from "./test-server.fixture.ts";

const program = fileURLToPath(new URL("../../python/buy.py", import.meta.url));
const adasToken = "ada-token";
const asAda = { authorization: `Bearer ${adasToken}` };

interface Exchange {
  readonly route: string;
  readonly request: unknown;
  readonly status: number;
  readonly response: unknown;
}

let server: TestServer;
let token: string;
beforeAll(async () => {
  const digest = createHash("sha256").update(adasToken).digest("hex");
  server = await testServer({
    TREASURY_OPERATORS: `Ada:${digest}`,
    TREASURY_STARTING_CAPITAL_USD: "100",
  });
  const agent = { agentId: "buyer", name: "Buyer" };
  const issued = await server.send("/api/service/treasury/credentials", agent, asAda);
  ({ token } = (await issued.json()) as { token: string });
});
afterAll(() => server.stop());

/** Forwards requests to the service and records them. Closes the connections of the first `lost`. */
async function recordingProxy(lost = 0): Promise<{ url: string; exchanges: Exchange[] }> {
  const exchanges: Exchange[] = [];
  const proxy = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = "", url = "", headers } = incoming;
      const body = await text(incoming);
      const answer = await server.ask(url, {
        method,
        headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
        ...(body !== "" && { body }),
      });
      const written = await answer.text();
      exchanges.push({
        route: `${method} ${url.replace("/api/service", "").replace(/prop_\w+/, "{proposalId}")}`,
        request: body === "" ? null : JSON.parse(body),
        status: answer.status,
        response: JSON.parse(written),
      });
      if (exchanges.length <= lost) outgoing.destroy();
      else outgoing.writeHead(answer.status, { "content-type": "application/json" }).end(written);
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    exchanges,
  };
}

/** Runs the program. Resolves with its exit code, its output and its errors. */
function run(
  url: string,
  spend: readonly string[],
  agentToken = token,
): Promise<[number | null, string, string]> {
  const child = spawn("python3", ["-B", program, ...spend], {
    env: { PATH: process.env["PATH"], TREASURY_URL: url, TREASURY_TOKEN: agentToken },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return Promise.all([code, text(child.stdout), text(child.stderr)]);
}

/** Decides about the spend as Ada once the program has received a proposal. */
async function decide(exchanges: readonly Exchange[], decision: object, lost = 0): Promise<void> {
  await expect.poll(() => exchanges.length).toBeGreaterThan(lost);
  const { proposal } = exchanges[lost]!.response as { proposal: { id: string } };
  const request = { proposalId: proposal.id, ...decision };
  expect((await server.send("/api/service/treasury/decide", request, asAda)).status).toBe(200);
}

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;

interface Operation {
  readonly requestBody?: { readonly content: { "application/json": { schema: JsonSchema } } };
  readonly responses: { 200: { content: { "application/json": { schema: JsonSchema } } } };
}

/** Validates requests and answers with the schemas of openapi.json. An unknown field of a request is an error. */
async function expectDocumented(exchanges: readonly Exchange[]): Promise<void> {
  const file = new URL("../../../packages/contract/openapi.json", import.meta.url);
  const document = (await readFile(file, "utf8")).replaceAll("#/components/schemas/", "#/$defs/");
  const { paths, components } = JSON.parse(document) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const parse = (schema: JsonSchema | undefined, value: unknown): unknown =>
    z.fromJSONSchema({ ...schema, $defs: components.schemas }).parse(value);
  for (const { route, request, status, response } of exchanges) {
    const [method = "", path = ""] = route.replace(/\?.*/, "").split(" ");
    const operation = paths[path]?.[method.toLowerCase()];
    if (request !== null) {
      const { schema } = operation!.requestBody!.content["application/json"];
      parse({ ...schema, additionalProperties: false }, request);
    }
    expect(status).toBe(200);
    parse(operation?.responses[200].content["application/json"].schema, response);
  }
}

interface State {
  readonly ledger: readonly { readonly amountUsd: number }[];
  readonly proposals: readonly unknown[];
}

async function treasuryState(): Promise<State> {
  const answer = await server.ask("/api/service/treasury", { headers: asAda });
  return (await answer.json()) as State;
}

describe("the Python example", () => {
  it("buys once when an answer is lost, after an approval", async (test) => {
    skipWithoutPython(test);
    const { url, exchanges } = await recordingProxy(1);
    const ended = run(url, ["24.10", "Namecheap", "a domain"]);
    await decide(exchanges, { decision: "approve" }, 1);
    const [code, printed, errors] = await ended;
    expect([code, errors]).toEqual([0, ""]);
    expect(JSON.parse(printed)).toMatchObject({ status: "executed", failure: null });
    expect(exchanges.map(({ route }) => route)).toEqual([
      "POST /treasury/proposals",
      "POST /treasury/proposals",
      "GET /treasury/proposals/{proposalId}?wait=55",
    ]);
    const { ledger, proposals } = await treasuryState();
    expect(ledger.map(({ amountUsd }) => amountUsd)).toEqual([-24.1]);
    expect(proposals).toHaveLength(1);
    await expectDocumented(exchanges);
  });

  it("prints the comment of a denial", async (test) => {
    skipWithoutPython(test);
    const { url, exchanges } = await recordingProxy();
    const ended = run(url, ["30", "Hetzner", "a server"]);
    const comment = "Use the server\nthat we have.";
    await decide(exchanges, { decision: "deny", comment });
    const [code, printed] = await ended;
    expect(code).toBe(1);
    expect(JSON.parse(printed)).toMatchObject({ status: "denied", comment, reference: null });
    await expectDocumented(exchanges);
  });

  it.for<[string, string[], string | undefined, RegExp]>([
    ["an unknown token", ["1", "Acme", "a lamp"], "agt_unknown", /HTTP 401.*unauthenticated/],
    ["an invalid amount", ["much", "Acme", "a lamp"], undefined, /'much' is not an amount in USD/],
  ])("prints one line about %s", async ([, spend, agentToken, message], test) => {
    skipWithoutPython(test);
    const [code, , errors] = await run(server.url, spend, agentToken);
    expect(code).not.toBe(0);
    expect(errors).toMatch(message);
    expect(errors).not.toMatch(/Traceback|agt_unknown/);
  });
});
