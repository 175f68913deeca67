import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { testBrowser } from "browser-for-tests";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "./test-server.fixture.ts";

const browser = testBrowser();
let server: TestServer;
beforeAll(async () => {
  server = await testServer({ TREASURY_STARTING_CAPITAL_USD: "100" });
});
afterAll(() => server.stop());

/** The script that the client runs on each platform. It passes its result to `report`. */
const errand = `
import { createTreasuryClient, isTreasuryApiError } from "@agent-treasury/sdk-client";
const client = createTreasuryClient({ baseUrl: ADDRESS, workspaceId: WORKSPACE });
async function run() {
  const kinds = [];
  const message = "Buy a domain from Namecheap for $24";
  for await (const item of client.agent.stream({ message })) kinds.push(item.kind);
  const { proposals } = await client.treasury.state();
  const proposalId = proposals[0].id;
  await client.treasury.decide({ proposalId, decision: "approve" });
  const refused = await client.treasury.decide({ proposalId, decision: "deny" }).catch((error) => error);
  const spent = [];
  for await (const { amountUsd } of client.treasury.eachEntry({ limit: 1 })) spent.push(amountUsd);
  return { last: kinds.at(-1), spent, refusal: isTreasuryApiError(refused) && refused.code };
}
run().then(report, (error) => report(String(error)));
`;

const done = { last: "result", spent: [-24], refusal: "already_decided" };

/** Bundles the script with the client, without Node's modules. */
async function script(workspaceId: string, report: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: errand, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    banner: { js: `const report = ${report};` },
    define: { ADDRESS: JSON.stringify(server.url), WORKSPACE: JSON.stringify(workspaceId) },
    bundle: true,
    format: "iife",
    platform: "browser",
    conditions: ["@agent-treasury/source"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

describe("the client, bundled", () => {
  it("works in a page", async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/api/service/health`);
    const code = await script("page", "(said) => { globalThis.said = said }");
    const said = await page.evaluate(
      `${code}; new Promise((resolve) => setInterval(() => globalThis.said && resolve(said), 20))`,
    );
    expect(said).toEqual(done);
  });

  it("works in a web worker", async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/api/service/health`);
    const code = await script("web-worker", "(said) => postMessage(said)");
    const said = await page.evaluate(`new Promise((resolve, reject) => {
      const file = new Blob([${JSON.stringify(code)}], { type: "text/javascript" });
      const worker = new Worker(URL.createObjectURL(file));
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    })`);
    expect(said).toEqual(done);
  });

  it("works in a worker of Node", async () => {
    const code = await script("node-worker", "(said) => postMessage(said)");
    const post = 'const { parentPort } = require("node:worker_threads");';
    const worker = new Worker(
      `${post} const postMessage = (m) => parentPort.postMessage(m);${code}`,
      {
        eval: true,
      },
    );
    const said = await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    await worker.terminate();
    expect(said).toEqual(done);
  });
});
