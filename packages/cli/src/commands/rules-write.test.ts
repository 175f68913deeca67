import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseRules } from "@agent-treasury/rules/yaml";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { afterEach, describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const draft = `version: 1
rules:
  - id: cloud
    when: { categories: [cloud] }
    then: { limit: { amountUsd: 500, per: month } }
`;

function chunk(delta: object, reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices })}\n\n`;
}

describe("agent-treasury rules write", () => {
  const place = sqlitePlace();
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A stand-in for a model's endpoint, which gives these answers in turn. */
  async function endpoint(answers: readonly string[]): Promise<Readonly<Record<string, string>>> {
    let given = 0;
    const server = createServer((_request, response) => {
      const content = answers[given] ?? "";
      given += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`${chunk({ content }, null)}${chunk({}, "stop")}data: [DONE]\n\n`);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/v1`;
    return { OPENAI_MODEL: "stand-in", OPENAI_API_KEY: "none", OPENAI_BASE_URL: url };
  }

  it("shows a draft with examples, exposure, and what remains to do", async () => {
    const env = await endpoint([
      "```yaml\nversion: 1\nrules: [{ id: A }]\n```",
      `Here:\n\`\`\`yaml\n${draft}\`\`\``,
    ]);
    const file = place.file("drafted.yaml");
    const sentence = "No more than 500 a month on cloud.";
    const { stdout, exitCode } = await run(["rules", "write", sentence, "--output", file], env);
    expect(exitCode).toBe(0);
    expect(parseRules(await readFile(file, "utf8"))).toEqual(parseRules(draft));
    expect(stdout).toMatch(/\$0\.01 .* cloud .*1 spend of \$500\.00.* waits for 1$/m);
    expect(stdout).toMatch(/A hostile agent can spend at most \$[\d,.]+ in a month, and at most/);
    expect(stdout).toContain("Not published.");
  });

  it("computes exposure under the limits and standing approvals of the workspace", async () => {
    const storage = sqliteStorage({ path: place.file("treasury.db") });
    const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage });
    await treasury.setBudget({ workspaceId: "acme", limits: { autoApproveUnderUsd: 5 } });
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const standing = { agentId: "agent", vendor: "aws", maximumUsd: 20, count: 2, endsAt };
    await treasury.standingApprovals.create({ workspaceId: "acme", operator: "Ada", ...standing });
    await treasury.close();
    const at = ["--workspace", "acme", "--database", place.database, "--json"];
    const settings = { TREASURY_AUTO_APPROVE_UNDER_USD: "1", TREASURY_AUTO_APPROVE_DAILY_USD: "1" };
    const shown = await run(["rules", "exposure", ...at, "--horizon", "month"], settings);
    const { exposures } = JSON.parse(shown.stdout) as { exposures: { provedUsd: number }[] };
    const env = { ...(await endpoint([draft])), ...settings };
    const { stdout } = await run(["rules", "write", "Less on cloud.", ...at], env);
    const { exposure } = JSON.parse(stdout) as { exposure: string[] };
    const [most] = exposures.map(({ provedUsd }) => String(provedUsd));
    expect(exposure[0]).toContain(`at most $${most}.00 before the draft`);
  });

  it("reports what the model did wrong, and a missing model", async () => {
    const env = await endpoint(["no", "no", "no"]);
    const failed = await run(["rules", "write", "Less."], env);
    expect(failed.exitCode).toBe(2);
    expect(failed.stderr).toContain("The model wrote no valid rules.");
    expect(await run(["rules", "write", "Less."])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("No model is connected"),
    });
  });
});
