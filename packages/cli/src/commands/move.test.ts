import { writeFile } from "node:fs/promises";
import { type MoveState, systemClock } from "@agent-treasury/provider";
import { scriptedExecutor, scriptedModel } from "@agent-treasury/sandbox";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type Treasury, type TreasuryHooks, createTreasury } from "@agent-treasury/treasury-core";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const server = testServer();
let proposals = 0;

/** Each with its own purpose, because a repeated proposal returns the first one. */
function propose(treasury: Treasury, workspaceId = "acme"): ReturnType<Treasury["propose"]> {
  proposals += 1;
  const purpose = `servers ${proposals}`;
  return treasury.propose({ workspaceId, vendor: "Acme", purpose, amountUsd: 4, operator: "Ada" });
}

const keyed = {
  method: "POST",
  headers: { "content-type": "application/json", "idempotency-key": "k" },
  body: JSON.stringify({ workspaceId: "acme", message: "Buy coffee from the kiosk for $3" }),
};

/** The id of the keyed request's turn. */
async function turnOf({ handler }: Treasury): Promise<string> {
  const response = await handler(new Request("http://localhost:3000/api/service/agent", keyed));
  return ((await response.json()) as { turnId: string }).turnId;
}

const stateOf = (stage: "sending" | "closed" | "receiving"): MoveState => ({
  moveId: "5".repeat(32),
  stage,
});

describe("agent-treasury move", () => {
  const place = sqlitePlace();
  const executor = scriptedExecutor({ script: () => "accept" });

  function open(file: string, hooks: TreasuryHooks = {}, aheadMs = 0): Treasury {
    const now = (): number => Date.now() + aheadMs;
    return createTreasury({
      baseUrl: "http://localhost:3000",
      clock: { ...systemClock, now },
      storage: sqliteStorage({ path: place.file(file), now }),
      model: scriptedModel(),
      budget: { startingCapitalUsd: 100 },
      executors: { executor },
      recoverySeconds: false,
      hooks,
      onFailure: () => {},
    });
  }

  const moveTo = (to: string, ...words: readonly string[]): ReturnType<typeof run> =>
    run(["move", "--database", place.database, "--to", to, ...words]);

  it("moves keys, held payments, waiting turns, rules, allocations and undelivered events", async () => {
    const source = open("treasury.db", {
      proposalCreated: () => {
        throw new Error("The receiver is down.");
      },
    });
    const keyedTurn = await turnOf(source);
    const { proposal: held } = await propose(source);
    expect(held.status).toBe("approved");
    const { turnId } = await source.runTurn({
      workspaceId: "acme",
      message: "Buy a chair from the kiosk for $30",
    });
    const state = await source.state("acme");
    const waiting = state.proposals.find(({ status }) => status === "pending");
    await source.close();
    const file = place.file("rules.yaml");
    await writeFile(
      file,
      "version: 1\nrules:\n  - { id: cloud, then: { limit: { amountUsd: 500, per: month } } }\n",
    );
    const at = ["--workspace", "acme", "--database", place.database];
    expect((await run(["rules", "publish", file, ...at])).exitCode).toBe(0);
    const set = ["allocations", "set", "cloud", "--limit-usd", "50", "--per", "day", ...at];
    expect(await run(set)).toMatchObject({ exitCode: 0 });

    const moved = await moveTo(`sqlite:${place.file("new.db")}`);
    expect(moved).toMatchObject({ exitCode: 0 });
    expect(moved.stdout).toMatch(/^Moved \d workspaces to SQLite.* closed for \d+\.\d s\./);
    const rules = ["rules", "show", "--workspace", "acme", "--database"];
    const before = await run([...rules, place.database]);
    expect(await run([...rules, `sqlite:${place.file("new.db")}`])).toEqual(before);
    expect(before.stdout).toContain("cloud");

    const target = open("new.db");
    expect(await turnOf(target)).toBe(keyedTurn);
    const arrived = await target.state("acme");
    for (const part of ["proposals", "ledger", "heldUsd"] as const) {
      expect(arrived[part]).toEqual(state[part]);
    }
    await target.decide({ workspaceId: "acme", proposalId: waiting?.id ?? "", decision: "deny" });
    const resumed = await target.resumeTurn({ workspaceId: "acme", turnId });
    expect(resumed.turnId).toBe(turnId);
    await target.close();
    const delivered: string[] = [];
    const receive: TreasuryHooks = {
      proposalCreated: ({ proposal }) => void delivered.push(proposal.id),
    };
    const later = open("new.db", receive, 7_200_000);
    await propose(later);
    await later.close();
    expect(delivered).toContain(held.id);

    const old = open("treasury.db");
    await expect(propose(old)).rejects.toMatchObject({
      code: "storage_moved",
    });
    await old.close();
  });

  it("answers that a move is complete, and rejects another target", async () => {
    const source = open("treasury.db");
    await propose(source);
    await source.close();
    const url = `sqlite:${place.file("new.db")}`;
    expect((await moveTo(url)).exitCode).toBe(0);
    expect(await moveTo(url)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("was already complete"),
    });
    expect(await moveTo(`sqlite:${place.file("third.db")}`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("already moved to another database"),
    });
    expect(await moveTo(url, "--abandon")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("already open"),
    });
  });

  it("rejects a target with other content or the source itself, and leaves both open", async () => {
    for (const file of ["treasury.db", "new.db"]) {
      const treasury = open(file);
      await propose(treasury);
      await treasury.close();
    }
    const there = `sqlite:${place.file("new.db")}`;
    for (const words of [[], ["--workspace", "acme"]]) {
      expect(await moveTo(there, ...words)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("already contains"),
      });
    }
    expect(await moveTo(place.database)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("the same database"),
    });
    expect(await moveTo(there, "--abandon")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no unfinished move"),
    });
    for (const file of ["treasury.db", "new.db"]) {
      const treasury = open(file);
      expect((await treasury.state("acme")).proposals).toHaveLength(1);
      await propose(treasury);
      await treasury.close();
    }
  });

  it("refuses to move a part of the service's own records", async () => {
    const source = open("treasury.db");
    await propose(source);
    await source.close();
    const url = `sqlite:${place.file("new.db")}`;
    const refused = await moveTo(url, "--workspace", "~deployment");
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("omit --workspace"),
    });
  });

  it("abandons an unfinished move, empties the target and reopens the source", async () => {
    const source = open("treasury.db");
    await propose(source);
    const [from, to] = [
      sqliteStorage({ path: place.file("treasury.db") }),
      sqliteStorage({ path: place.file("new.db") }),
    ];
    await from.moves.advance("out", null, null, stateOf("sending"));
    await to.moves.advance("in", null, null, stateOf("receiving"));
    await from.moves.advance("out", null, stateOf("sending"), stateOf("closed"));
    await expect(propose(source)).rejects.toMatchObject({
      code: "storage_moved",
    });
    expect(await moveTo(`sqlite:${place.file("third.db")}`, "--abandon")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Name that one with --to"),
    });
    expect(await moveTo(`sqlite:${place.file("new.db")}`, "--abandon")).toMatchObject({
      exitCode: 0,
    });
    await propose(source);
    await source.close();
    expect(await moveTo(`sqlite:${place.file("new.db")}`)).toMatchObject({ exitCode: 0 });
    await Promise.all([from.close(), to.close()]);
  });

  it("moves one workspace to PostgreSQL, and leaves the others", async () => {
    const source = open("treasury.db");
    for (const workspaceId of ["acme", "beta"]) {
      await propose(source, workspaceId);
    }
    const moved = await moveTo(server.url(), "--workspace", "acme", "--json");
    expect(moved).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(moved.stdout)).toMatchObject({ moved: { workspaces: 1 } });
    await propose(source, "beta");
    await expect(propose(source)).rejects.toMatchObject({
      code: "storage_moved",
    });
    await source.close();
    const verified = await run(["verify", "--database", server.url()]);
    expect(verified).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("acme  valid") });
  });
});
