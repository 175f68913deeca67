import { createTreasuryClient, type TreasuryClient } from "@agent-treasury/sdk-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchFrom, type Miniflare } from "workerd-for-tests";
import {
  adaToken,
  bundleObjects,
  startObjects,
} from "../packages/storage-durable-objects/src/miniflare.fixture.ts";
import { hangMs, isLong, printCounts } from "./long.ts";

const busy = isLong ? 10_000 : 60;
const callers = isLong ? 64 : 8;

let worker: Miniflare;
beforeAll(async () => {
  worker = await startObjects(await bundleObjects());
});
afterAll(() => worker.dispose());

function clientOf(workspaceId: string): TreasuryClient {
  return createTreasuryClient({
    baseUrl: "http://localhost:3000",
    workspaceId,
    headers: { authorization: `Bearer ${adaToken}` },
    fetch: (...request) => fetchFrom(worker, ...request),
  });
}

it(
  `pays nothing after a freeze of all of ${busy} busy workspaces, also where new ones are born`,
  async () => {
    let count = 0;
    const spend = async (workspaceId: string): Promise<string> => {
      count += 1;
      const paper = { amountUsd: 0.01, vendor: "Acme", purpose: `paper ${count}` };
      return (await clientOf(workspaceId).treasury.propose(paper)).proposal.status;
    };
    const ids = Array.from({ length: busy }, (_, index) => `busy-${index}`);
    const rest = ids.values();
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (const id of rest) expect(await spend(id)).toBe("executed");
      }),
    );

    let frozenAt: number | null = null;
    const over = new AbortController();
    const before: string[] = [];
    const after: string[] = [];
    let born = 0;
    const spending = Array.from({ length: callers }, async (_, caller) => {
      for (let at = caller; !over.signal.aborted; at += 1) {
        const isNew = at % 3 === 0;
        born += isNew ? 1 : 0;
        const id = isNew ? `born-${born}` : (ids[(at * 37) % busy] ?? "");
        const isAfter = frozenAt !== null;
        (isAfter ? after : before).push(await spend(id));
      }
    });
    await expect.poll(() => before.length).toBeGreaterThan(callers * 2);
    const frozen = await clientOf("busy-0").freezes.freezeAll({ reason: "an incident" });
    frozenAt = before.length;
    await expect.poll(() => after.length).toBeGreaterThan(callers * 10);
    over.abort();
    await Promise.all(spending);
    expect(frozen.notDone).toEqual([]);
    expect(frozen.done.length).toBeGreaterThanOrEqual(busy);
    expect(new Set(before)).toContain("executed");
    expect([...new Set(after)]).toEqual(["pending"]);
    printCounts("frozen objects", {
      frozen: frozen.done.length,
      born,
      before: frozenAt,
      after: after.length,
    });
  },
  hangMs,
);
