import { systemClock } from "@agent-treasury/provider";
import { scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { testServer } from "postgres-for-tests";
import { describe, expect, it } from "vitest";
import { poolThrough } from "./pool-through.fixture.ts";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();

const begunAt = Date.now();
const options = {
  baseUrl: "http://localhost:3000",
  budget: { startingCapitalUsd: 100 },
  authenticate: () => ({ name: "Ada" }),
  authorize: () => true,
  recoverySeconds: false as const,
  // Otherwise a process that waits for longer than a second reads the freezes again.
  clock: { ...systemClock, now: () => begunAt, monotonic: () => 0 },
};

/** What requests wait for. The first commit of a process starts a purge, and a connection is checked once. */
function waitedFor(sent: readonly string[]): readonly string[] {
  return sent.filter((text) => !/DELETE|pg_is_in_recovery/.test(text));
}

describe("an approval over HTTP", () => {
  it.each([
    ["without events", {}, false],
    ["with recorded events", { hooks: {} }, true],
  ])("takes three statements beside the read of freezes, %s", async (_, recording, isRecorded) => {
    const schema = server.newSchema();
    const sent: string[] = [];
    const pool = poolThrough(server.pool(), ({ text }, send) => {
      sent.push(text);
      return send();
    });
    // A process with a consumer turns recording on for all.
    const before = createTreasury({
      ...options,
      ...recording,
      storage: postgresStorage({ url: server.url(), schema }),
      model: scriptedModel(),
    });
    const { state } = await before.runTurn({ message: "Buy tea from Acme for $15" });
    await before.close();
    const storage = postgresStorage({ pool, schema });
    // The first use of a storage updates its schema.
    await storage.workspaces(null, 1);
    sent.length = 0;
    const treasury = createTreasury({ ...options, storage });
    const response = await treasury.handler(
      new Request("http://localhost:3000/api/service/treasury/decide", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "k" },
        body: JSON.stringify({ proposalId: state.proposals[0]?.id, decision: "approve" }),
      }),
    );
    expect(await response.json()).toMatchObject({ proposal: { status: "executed" } });
    // The freeze of all workspaces is read at the same time as the workspace, at most once a second.
    // A new process has not read what is known of the payee, which an approval changes.
    expect(waitedFor(sent)).toHaveLength(4);
    const { rows } = await server
      .pool()
      .query(`SELECT body FROM ${schema}.documents WHERE kind = 'event'`);
    expect(JSON.stringify(rows).includes("proposalExecuted")).toBe(isRecorded);
    await treasury.close();
  });
});

describe("a spend", () => {
  const spend = { agentId: "buyer", vendor: "Acme", amountUsd: 4, purpose: "first" };

  /** A treasury with a spend, whose storage records the statements. */
  async function spending(): Promise<{
    readonly treasury: Treasury;
    readonly sent: string[];
    readonly another: () => Treasury;
  }> {
    const schema = server.newSchema();
    const sent: string[] = [];
    const pool = poolThrough(server.pool(), ({ text }, send) => {
      sent.push(text);
      return send();
    });
    const another = (): Treasury =>
      createTreasury({
        ...options,
        autoApprovePayees: "any",
        storage: postgresStorage({ pool, schema }),
      });
    const treasury = another();
    await treasury.propose(spend);
    sent.length = 0;
    return { treasury, sent, another };
  }

  it("takes four statements in a new process", async () => {
    const { treasury, sent, another } = await spending();
    const other = another();
    expect((await other.propose({ ...spend, purpose: "second" })).proposal.status).toBe("executed");
    // The version of the schema, the freeze of all workspaces, the workspace and the commit.
    expect(waitedFor(sent)).toHaveLength(4);
    await Promise.all([treasury.close(), other.close()]);
  });

  it("takes one statement, whose result answers it", async () => {
    const { treasury, sent } = await spending();
    const { proposal, explanation } = await treasury.propose({ ...spend, purpose: "second" });
    expect(proposal.status).toBe("executed");
    expect(waitedFor(sent)).toHaveLength(1);
    const read = await treasury.proposal({ proposalId: proposal.id });
    expect([read.proposal, read.explanation]).toEqual([proposal, explanation]);
    await treasury.close();
  });

  it("takes one statement for its approval too", async () => {
    const { treasury, sent } = await spending();
    const { proposal } = await treasury.propose({ ...spend, amountUsd: 40 });
    sent.length = 0;
    const asked = { proposalId: proposal.id, decision: "approve", operator: "Ada" } as const;
    expect((await treasury.decide(asked)).status).toBe("executed");
    expect(waitedFor(sent)).toHaveLength(1);
    await treasury.close();
  });

  it.each([
    ["that was executed takes the refused commit, why it is refused, and one read", 4, 3],
    ["that is pending takes one read", 40, 1],
  ])("%s when it is repeated, which answer it", async (_, amountUsd, statements) => {
    const { treasury, sent, another } = await spending();
    const repeated = { ...spend, amountUsd, purpose: "second" };
    const first = await treasury.propose(repeated);
    sent.length = 0;
    const second = await treasury.propose(repeated);
    expect(waitedFor(sent)).toHaveLength(statements);
    expect(second).toEqual({ ...first, repeated: true, note: second.note });
    const read = await treasury.proposal({ proposalId: first.proposal.id });
    expect([second.proposal, second.explanation]).toEqual([read.proposal, read.explanation]);

    // A new process also reads the freeze of all workspaces.
    const other = another();
    await other.state();
    sent.length = 0;
    expect(await other.propose(repeated)).toEqual(second);
    expect(waitedFor(sent)).toHaveLength(2);
    await Promise.all([treasury.close(), other.close()]);
  });
});
