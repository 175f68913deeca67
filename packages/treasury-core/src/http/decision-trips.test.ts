import type { DecisionAnswer, TreasuryState } from "@agent-treasury/contract";
import type { Doc, JsonObject, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { calls, testModel } from "../features/agent/test-model.fixture.ts";
import { type Treasury, createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";
import type { AuthorizationInput } from "./access.ts";

type Authorize = (question: AuthorizationInput) => boolean | Promise<boolean>;

/** A storage that records the calls of requests, excluding purges. */
function counted(storage: Storage): { readonly storage: Storage; readonly sent: string[] } {
  const sent: string[] = [];
  const listing: Storage = {
    ...forwardedStorage(storage),
    load: (requests) => {
      sent.push("load");
      return storage.load(requests);
    },
    view: (...page) => {
      sent.push("view");
      return storage.view(...page);
    },
    commit: (commits) => {
      sent.push("commit");
      return storage.commit(commits);
    },
  };
  return { storage: listing, sent };
}

/** A process with signed-in approvers. */
function process(storage: Storage, authorize: Authorize | null = () => true): Treasury {
  // A turn pauses at its first proposal, so each one needs a model call.
  const spends = Array.from({ length: 130 }, (_, index) =>
    calls("propose_spend", { amountUsd: 12, vendor: "Acme", purpose: `lamp ${index}` }),
  );
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    budget: { startingCapitalUsd: 10_000, dailySpendCapUsd: 10_000 },
    model: testModel(...spends),
    authenticate: () => ({ name: "Ada" }),
    ...(authorize && { authorize }),
  });
}

async function proposed(treasury: Treasury): Promise<string> {
  const { state } = await treasury.runTurn({ message: "Buy a lamp." });
  return state.proposals[0]?.id ?? "";
}

interface DecisionOptions {
  readonly key?: string | null;
  readonly decision?: string;
  readonly resume?: boolean;
}

async function decide(
  { handler }: Treasury,
  proposalId: string,
  { key = "k", decision = "approve", resume = false }: DecisionOptions = {},
): Promise<{ readonly status: number; readonly body: DecisionAnswer & { readonly code: string } }> {
  const response = await handler(
    new Request("http://localhost:3000/api/service/treasury/decide", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key !== null && { "idempotency-key": key }),
      },
      body: JSON.stringify({ proposalId, decision, resume }),
    }),
  );
  return { status: response.status, body: await response.json() };
}

/** Reads the state, which does not depend on fractions of a second. */
async function read(storage: Storage): Promise<TreasuryState> {
  return process(storage).state();
}

describe("an approval over HTTP by a process without a cached workspace", () => {
  it("reads the workspace and the freeze of all workspaces concurrently, and commits once", async () => {
    const storage = memoryStorage();
    const proposalId = await proposed(process(storage));
    const { storage: listing, sent } = counted(storage);
    const { status, body } = await decide(process(listing), proposalId);
    expect([status, body.proposal.status]).toEqual([200, "executed"]);
    // The second load reads what is known of the payee, which the proposal names.
    expect(sent).toEqual(["load", "view", "load", "commit"]);
    expect(body.state).toEqual(await read(storage));
  });

  it("decodes the proposal for its authorization and for its commit", async () => {
    const storage = memoryStorage();
    const proposalId = await proposed(process(storage));
    let reads = 0;
    const countedDoc = (doc: Doc): Doc => {
      if (doc.id !== proposalId || doc.kind !== "proposal") return doc;
      const body = { ...(doc.body as JsonObject) };
      const { purpose = null } = body;
      Object.defineProperty(body, "purpose", {
        enumerable: true,
        get: () => {
          reads += 1;
          return purpose;
        },
      });
      return { ...doc, body };
    };
    const observed: Storage = {
      ...forwardedStorage(storage),
      view: async (...page) => {
        const view = await storage.view(...page);
        return { ...view, open: view.open.map(countedDoc), docs: view.docs.map(countedDoc) };
      },
    };
    const { body } = await decide(process(observed), proposalId);
    // The third read estimates its size.
    expect([body.proposal.status, reads]).toEqual(["executed", 3]);
  });

  it("needs one read and one commit for a denial", async () => {
    const storage = memoryStorage();
    const proposalId = await proposed(process(storage));
    const { storage: listing, sent } = counted(storage);
    const { body } = await decide(process(listing), proposalId, { key: null, decision: "deny" });
    expect(sent).toEqual(["view", "commit"]);
    expect(body.state).toEqual(await read(storage));
  });

  it("needs no commit to answer a repetition from its record", async () => {
    const storage = memoryStorage();
    const proposalId = await proposed(process(storage));
    const first = await decide(process(storage), proposalId);
    const { storage: listing, sent } = counted(storage);
    expect(await decide(process(listing), proposalId)).toEqual(first);
    expect(sent).toEqual(["load", "view", "load"]);
  });

  it("reads the state once if the turn resumes", async () => {
    const storage = memoryStorage();
    const proposalId = await proposed(process(storage));
    const { storage: listing, sent } = counted(storage);
    const { body } = await decide(process(listing), proposalId, { resume: true });
    expect(sent.filter((call) => call === "view")).toHaveLength(1);
    expect(body.state).toEqual(body.turn?.state);
  });

  it("returns the state that a reader gets, even with more proposals and entries than it shows", async () => {
    const storage = memoryStorage();
    const treasury = process(storage);
    const ids: string[] = [];
    for (let count = 0; count < 125; count += 1) {
      ids.push(await proposed(treasury));
      if (count % 20 === 0 || count < 3) continue;
      const { body } = await decide(treasury, ids[count] ?? "", { key: `k${count}` });
      if (count > 115) expect(body.state).toEqual(await read(storage));
    }
    for (const index of [0, 2, 40, 120]) {
      const decision = index === 40 ? "deny" : "approve";
      const { body } = await decide(treasury, ids[index] ?? "", { key: null, decision });
      expect(body.state).toEqual(await read(storage));
    }
  });
});

describe("a further approval over HTTP by the same process", () => {
  it("commits once, and returns the state that a reader gets", async () => {
    const storage = memoryStorage();
    const { storage: listing, sent } = counted(storage);
    const treasury = process(listing, null);
    const ids: string[] = [];
    while (ids.length < 4) ids.push(await proposed(treasury));
    const [first = "", second = "", third = "", fourth = ""] = ids;
    await decide(treasury, first, { key: null });
    await treasury.setBudget({ limits: { minReserveUsd: 1 } });
    ids.push(await proposed(treasury));
    for (const id of [third, second, ids[4] ?? ""]) {
      sent.length = 0;
      const { body } = await decide(treasury, id, { key: null });
      expect(sent).toEqual(["commit"]);
      expect(body.state).toEqual(await read(storage));
    }
    sent.length = 0;
    const { body } = await decide(treasury, fourth, { key: null, decision: "deny" });
    expect(sent).toEqual(["commit"]);
    expect(body.state).toEqual(await read(storage));
  });

  it("reads the state after a commit of another process", async () => {
    const storage = memoryStorage();
    const { storage: listing, sent } = counted(storage);
    const treasury = process(listing, null);
    const [first, second, third] = [
      await proposed(treasury),
      await proposed(treasury),
      await proposed(treasury),
    ];
    await decide(treasury, first, { key: null });
    await process(storage).decide({ proposalId: second, decision: "deny" });
    sent.length = 0;
    const { body } = await decide(treasury, third, { key: null });
    expect(sent).toEqual(["commit", "load", "commit", "view"]);
    expect(body.state).toEqual(await read(storage));
  });

  it("reads the state after more commits than the process retains", async () => {
    const storage = memoryStorage();
    const { storage: listing, sent } = counted(storage);
    const treasury = process(listing, null);
    const [first, second] = [await proposed(treasury), await proposed(treasury)];
    await decide(treasury, first, { key: null });
    for (let count = 0; count < 101; count += 1) {
      await treasury.setBudget({ limits: { minReserveUsd: count } });
    }
    sent.length = 0;
    const { body } = await decide(treasury, second, { key: null });
    expect(sent.filter((call) => call === "view")).toHaveLength(1);
    expect(body.state).toEqual(await read(storage));
  });
});

describe("a proposal that changes between authorization and commit", () => {
  it("is authorized again in its current state, and a denial holds", async () => {
    const storage = memoryStorage();
    const other = process(storage);
    const proposalId = await proposed(other);
    const asked: unknown[] = [];
    const { status } = await decide(
      process(storage, async ({ proposal }) => {
        asked.push(proposal?.status);
        if (asked.length === 1) await other.decide({ proposalId, decision: "deny" });
        return proposal?.status === "pending";
      }),
      proposalId,
    );
    expect(asked).toEqual(["pending", "denied"]);
    expect(status).toBe(403);
    expect((await other.state()).proposals[0]).toMatchObject({ status: "denied", operator: null });
  });

  it("is decided in its current state if `authorize` permits that too", async () => {
    const storage = memoryStorage();
    const other = process(storage);
    const proposalId = await proposed(other);
    let asked = 0;
    const treasury = process(storage, async () => {
      asked += 1;
      if (asked === 1) await other.decide({ proposalId, decision: "deny" });
      return true;
    });
    const { status, body } = await decide(treasury, proposalId);
    expect([asked, status, body.code]).toEqual([2, 409, "already_decided"]);
  });

  it("is not authorized again if only other parts of the workspace changed", async () => {
    const storage = memoryStorage();
    const other = process(storage);
    const proposalId = await proposed(other);
    let asked = 0;
    const treasury = process(storage, async () => {
      asked += 1;
      await other.setBudget({ limits: { minReserveUsd: 1 } });
      return true;
    });
    const { status, body } = await decide(treasury, proposalId);
    expect([asked, status, body.proposal.status]).toEqual([1, 200, "executed"]);
    expect(body.state).toEqual(await read(storage));
  });
});

describe("an approval that two processes send concurrently with one key", () => {
  it("is recorded once, and both receive the response", async () => {
    const storage = memoryStorage();
    const proposalId = await proposed(process(storage));
    const answers = await Promise.all(
      [process(storage), process(storage)].map((treasury) => decide(treasury, proposalId)),
    );
    expect(answers.map(({ status, body }) => [status, body.proposal.status])).toEqual([
      [200, "executed"],
      [200, "executed"],
    ]);
    expect((await read(storage)).ledger).toHaveLength(1);
  });

  it("is rejected if the second request differs", async () => {
    const storage = memoryStorage();
    const proposalId = await proposed(process(storage));
    await decide(process(storage), proposalId);
    const { body } = await decide(process(storage), proposalId, { decision: "deny" });
    expect(body.code).toBe("idempotency_key_reused");
  });
});
