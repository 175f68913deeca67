import { isTreasuryError } from "@agent-treasury/provider";
import type { FailureReport } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { isSettingsError } from "../settings/settings-error.ts";
import { treasuryFromEnvironment } from "./treasury-from-environment.ts";

const memory = { TREASURY_DATABASE_URL: "memory:" };

function request(path: string): Request {
  return new Request(`http://localhost:3000/api/service${path}`);
}

describe("treasuryFromEnvironment", () => {
  it("reads nothing before the first request", async () => {
    const read: (string | symbol)[] = [];
    const env = new Proxy(memory, {
      get: (target, name, receiver) => {
        read.push(name);
        return Reflect.get(target, name, receiver) as string | undefined;
      },
      ownKeys: (target) => {
        read.push("all");
        return Reflect.ownKeys(target);
      },
    });
    const treasury = treasuryFromEnvironment({ env });
    expect(read).toEqual([]);
    expect((await treasury.handler(request("/treasury"))).status).toBe(200);
    expect(read).not.toEqual([]);
  });

  it("can be created with invalid settings, and does not reveal them in responses", async () => {
    const failures: FailureReport[] = [];
    const treasury = treasuryFromEnvironment({
      env: { ...memory, PORT: "x" },
      onFailure: (report) => failures.push(report),
    });
    const answer = await treasury.handler(request("/treasury"));
    expect(answer.status).toBe(500);
    const body = (await answer.json()) as { code: string; error: string; requestId: string };
    expect(body.code).toBe("internal_error");
    expect(body.error).not.toContain("PORT");
    expect(failures.map(({ error }) => isSettingsError(error))).toEqual([true]);
    expect(failures[0]?.requestId).toBe(body.requestId);
    await expect(treasury.state()).rejects.toSatisfy(isSettingsError);
    await treasury.close();
  });

  it.each(["/api/service", "/money/"])(
    "serves the sandbox's checkout, to which a deposit leads, below %s",
    async (basePath) => {
      const treasury = treasuryFromEnvironment({
        env: { ...memory, TREASURY_SANDBOX: "on" },
        basePath,
      });
      const { id, url } = await treasury.startDeposit({ workspaceId: "acme", amountUsd: 25 });
      const page = await treasury.handler(new Request(url));
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("25.00")]);
      const paid = await treasury.handler(new Request(`${url}/pay`, { method: "POST" }));
      expect(paid.status).toBe(303);
      const deposit = await treasury.confirmDeposit({ workspaceId: "acme", sessionId: id });
      expect(deposit).toMatchObject({ paid: true, depositedUsd: 25 });
      const unknown = await treasury.handler(new Request(`${url.slice(0, -36)}unknown`));
      expect(unknown.status).toBe(404);
      await treasury.close();
    },
  );

  it("is one treasury, for the handler and for code", async () => {
    const treasury = treasuryFromEnvironment({
      env: { ...memory, TREASURY_SANDBOX: "on", TREASURY_STARTING_CAPITAL_USD: "50" },
    });
    const turn = await treasury.runTurn({ message: "Buy a domain from Namecheap for $12" });
    expect(turn.awaitingApproval).toBe(true);
    const answer = await treasury.handler(request("/treasury"));
    expect(await answer.json()).toMatchObject({ pendingCount: 1, balanceUsd: 50 });
    const proposalId = turn.state.proposals[0]!.id;
    const proposal = await treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
    expect(proposal).toMatchObject({ status: "executed", operator: "Ada", operatorVerified: true });
    expect(await treasury.verify()).toMatchObject({ valid: true, entriesChecked: 1 });
    expect((await treasury.reset()).balanceUsd).toBe(0);
    await treasury.close();
    expect((await treasury.handler(request("/health"))).status).toBe(503);
  });

  it("does not open the treasury to close it", async () => {
    const treasury = treasuryFromEnvironment({ env: { PORT: "x" } });
    await treasury.close();
    expect((await treasury.handler(request("/health"))).status).toBe(503);
    await expect(treasury.state()).rejects.toSatisfy(
      (error) => isTreasuryError(error) && error.code === "shutting_down",
    );
  });
});
