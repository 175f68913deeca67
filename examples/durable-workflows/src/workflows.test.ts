import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { InngestTestEngine } from "@inngest/test";
import { testServer as testDatabase } from "postgres-for-tests";
import { expect, it, onTestFinished, vi } from "vitest";
import { testServer } from "../../express/src/test-server.fixture.ts";

const asAda = { authorization: "Bearer ada-token" };
const database = testDatabase();

/** A service, and a credential of the workflow. */
async function openService() {
  const digest = createHash("sha256").update("ada-token").digest("hex");
  const service = await testServer({
    TREASURY_OPERATORS: `Ada:${digest}`,
    TREASURY_STARTING_CAPITAL_USD: "100",
  });
  onTestFinished(() => service.stop());
  const send = async <Answer>(path: string, body: object): Promise<Answer> => {
    const response = await service.send(`/api/service/treasury/${path}`, body, asAda);
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  };
  const state = async () => {
    const response = await fetch(`${service.url}/api/service/treasury`, { headers: asAda });
    return (await response.json()) as {
      readonly balanceUsd: number;
      readonly proposals: readonly { readonly id: string; readonly status: string }[];
    };
  };
  const credential = { agentId: "buyer", name: "Buyer" };
  const { token } = await send<{ token: string }>("credentials", credential);
  return {
    url: service.url,
    token,
    state,
    decide: async (decision: "approve" | "deny", comment = "") => {
      const { proposals } = await state();
      const proposalId = proposals.find(({ status }) => status === "pending")?.id;
      await send("decide", { proposalId, decision, ...(comment && { comment }) });
    },
  };
}

it("DBOS pays once, although the process was killed while the spend waited", async () => {
  const service = await openService();
  const program = fileURLToPath(new URL("dbos.ts", import.meta.url));
  const start = (): ChildProcess => {
    const { url: TREASURY_URL, token: TREASURY_TOKEN } = service;
    const given = { TREASURY_URL, TREASURY_TOKEN, DATABASE_URL: database.url() };
    const env = { ...process.env, ...given, PAUSE_SECONDS: "0.2" };
    const args = ["--conditions=@agent-treasury/source", "--no-warnings", program, "order-1"];
    return spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  };
  const killed = start();
  await vi.waitUntil(async () => (await service.state()).proposals.length > 0, 300_000);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  await service.decide("approve");
  const resumed = start();
  expect(JSON.parse(await text(resumed.stdout!))).toEqual({ status: "executed", comment: null });
  expect(await service.state()).toMatchObject({
    balanceUsd: 76,
    proposals: [{ status: "executed" }],
  });
});

it("Inngest pauses until the decision, and reads the comment of a denial", async () => {
  const service = await openService();
  vi.stubEnv("TREASURY_URL", service.url);
  vi.stubEnv("TREASURY_TOKEN", service.token);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { buy } = await import("./inngest.ts");
  const data = { order: "order-1", amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
  const engine = new InngestTestEngine({
    function: buy,
    events: [{ name: "purchase/requested", data }],
    // The engine of tests waits in no pause, so the decision is made in one.
    steps: [
      { id: "pause-0", handler: () => undefined },
      { id: "pause-1", handler: () => service.decide("deny", "Too much.") },
    ],
  });
  const { result } = await engine.execute();
  expect(result).toEqual({ status: "denied", comment: "Too much." });
  expect(await service.state()).toMatchObject({ balanceUsd: 100 });
});

interface Node {
  readonly name: string;
  readonly parameters: {
    readonly method?: string;
    readonly url?: string;
    readonly jsonBody?: string;
    readonly conditions?: { readonly conditions: readonly { readonly leftValue: string }[] };
  };
}

/** Sends the requests of the nodes, with the few expressions that they have. Not n8n itself. */
it("the requests of the workflow for n8n wait for the decision", async () => {
  const service = await openService();
  const { default: workflow } = await import("../n8n.json", { with: { type: "json" } });
  const nodes = new Map<string, Node>(workflow.nodes.map((node: Node) => [node.name, node]));
  const connections = workflow.connections as Readonly<
    Record<string, { readonly main: readonly (readonly { readonly node: string }[])[] }>
  >;
  let answer = { proposal: { id: "", status: "" } };
  const filled = (template: string): string =>
    template
      .replace(/^=/, "")
      .replace("{{ $('Treasury').first().json.url }}", service.url)
      .replace("{{ $execution.id }}", "1")
      .replace("{{ $json.proposal.id }}", answer.proposal.id);
  const visited: string[] = [];
  let next: string | undefined = "Start";
  while (next !== undefined) {
    const name: string = next;
    visited.push(name);
    const { parameters } = nodes.get(name)!;
    if (name === "Wait" && visited.length > 6) await service.decide("approve");
    if (parameters.url !== undefined) {
      const response = await fetch(filled(parameters.url), {
        method: parameters.method ?? "GET",
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        ...(parameters.jsonBody !== undefined && { body: filled(parameters.jsonBody) }),
      });
      answer = (await response.json()) as typeof answer;
    }
    const [condition] = parameters.conditions?.conditions ?? [];
    const isTrue = condition?.leftValue.includes(`"${answer.proposal.status}"`) ?? true;
    next = connections[name]?.main[isTrue ? 0 : 1]?.[0]?.node;
  }
  const again = ["Wait", "Read", "Is final"];
  expect(visited).toEqual(["Start", "Treasury", "Propose", ...again, ...again]);
  expect(answer.proposal.status).toBe("executed");
  expect(await service.state()).toMatchObject({ balanceUsd: 76 });
});
