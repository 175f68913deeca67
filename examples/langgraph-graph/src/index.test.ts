import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { testServer as testDatabase } from "postgres-for-tests";
import { expect, it, onTestFinished } from "vitest";
import { testServer } from "../../express/src/test-server.fixture.ts";

const program = fileURLToPath(new URL("index.ts", import.meta.url));
const asAda = { authorization: "Bearer ada-token" };
const database = testDatabase();

it("waits for a decision in no process, and buys when another process resumes it", async () => {
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
  const { token } = await send<{ token: string }>("credentials", {
    agentId: "buyer",
    name: "Buyer",
  });
  const run = async (...given: string[]): Promise<string> => {
    const args = ["--conditions=@agent-treasury/source", program, ...given];
    const env = {
      ...process.env,
      TREASURY_URL: service.url,
      TREASURY_TOKEN: token,
      DATABASE_URL: database.url(),
    };
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  };

  const waiting = await run("start", "domain", "Buy a domain from Namecheap for $24");
  expect(waiting).toMatch(/^Waits for approval: 24 USD to Namecheap \(prop_\w+\)\n$/);
  const [proposalId] = /prop_\w+/.exec(waiting) ?? [];
  await send("decide", { proposalId, decision: "approve" });
  expect(await run("resume", "domain")).toMatch(/^The treasury answered: .*"executed"/);
});
