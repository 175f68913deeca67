import { type Storage, systemClock } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testModel } from "../features/agent/test-model.fixture.ts";
import { both } from "../features/agent/two-spends.fixture.ts";
import { recordingExecutor } from "../features/payments/quotes/quoted-world.fixture.ts";
import { createTreasury, type TreasuryOptions } from "../index.ts";
import { effectsOfRequest, type RequestEffects } from "../kernel/ledger/commit/request-effects.ts";
import { memoryStorage } from "../memory.ts";

/** Longer than a slow machine needs. */
const patienceMs = 120_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

/** A treasury on a database that can stop to answer, as behind a lock or in a black hole. */
function world(options: (hang: () => void) => Partial<TreasuryOptions> = () => ({})) {
  const memory = memoryStorage();
  let isHanging = false;
  let areViewsHanging = false;
  let waiting: (() => void)[] = [];
  let commits = 0;
  const loads: (RequestEffects | undefined)[] = [];
  const answered = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isHanging) await new Promise<void>((resolve) => waiting.push(resolve));
    return work();
  };
  const storage: Storage = {
    ...forwardedStorage(memory),
    load: (requests) => {
      loads.push(effectsOfRequest());
      return answered(() => memory.load(requests));
    },
    view: async (...asked) => {
      if (areViewsHanging) await new Promise(() => {});
      return answered(() => memory.view(...asked));
    },
    commit: (sent) => {
      commits += 1;
      return answered(() => memory.commit(sent));
    },
  };
  const hang = (): void => void (isHanging = true);
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    clock: systemClock,
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    onFailure: () => {},
    ...options(hang),
  });
  const send = async (method: string, path: string, body?: object) => {
    const response = await treasury.handler(
      new Request(`http://localhost:3000/api/service${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const { error, code } = (await response.json()) as { error: string; code: string };
    const retryAfter = response.headers.get("retry-after");
    return { status: response.status, code, error, retryAfter };
  };
  return {
    treasury,
    send,
    hang,
    hangViews: () => void (areViewsHanging = true),
    commits: () => commits,
    /** The requests that loaded. */
    loads,
    release: () => {
      isHanging = false;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
  };
}

const reset = ["POST", "/treasury/reset", { workspaceId: "acme" }] as const;

it("answers a read after 30 seconds, with the time to try again", async () => {
  const { send, hang } = world();
  hang();
  const answered = send("GET", "/treasury");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await answered).toMatchObject({ status: 503, code: "service_busy", retryAfter: "5" });
});

it("answers a read that waits for an outcome 30 seconds after its wait", async () => {
  const { treasury, send, hang } = world();
  const { proposal } = await treasury.propose({ amountUsd: 24, vendor: "Acme", purpose: "paper" });
  hang();
  const answered = send("GET", `/treasury/proposals/${proposal.id}?wait=55`);
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  await vi.advanceTimersByTimeAsync(84_000);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answered).toMatchObject({ status: 503, code: "service_busy", retryAfter: "5" });
});

it("answers a request to /mcp after the time of a request to a seller and 30 seconds", async () => {
  const { send } = world(() => ({
    authenticate: () => null,
    mcp: {
      server: { specificationVersion: "1", answer: () => new Promise(() => {}) },
      authenticate: () => ({ name: "buyer", workspaceId: "acme" }),
    },
  }));
  const answered = send("POST", "/mcp", {});
  await vi.advanceTimersByTimeAsync(70_000);
  expect(await answered).toMatchObject({ status: 503, code: "service_busy", retryAfter: "5" });
});

it("answers a change after 30 seconds, and warns that it may be applied", async () => {
  const { send, hang } = world();
  hang();
  const answered = send(...reset);
  await vi.advanceTimersByTimeAsync(30_000);
  const { code, error } = await answered;
  expect(code).toBe("storage_error");
  expect(error).toContain("may have been");
  expect(error).not.toContain("not changed");
});

it("never sends later what it answered as not sent", async () => {
  const { send, treasury, hang, release, commits } = world(() => ({ authorize: () => true }));
  const { proposal } = await treasury.propose({ amountUsd: 24, vendor: "Acme", purpose: "paper" });
  const before = commits();
  hang();
  // Its authorization reads the proposal.
  const answered = send("POST", "/treasury/decide", {
    proposalId: proposal.id,
    decision: "approve",
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await answered).toMatchObject({ status: 503, code: "service_busy", retryAfter: "5" });
  release();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(commits()).toBe(before);
  expect((await treasury.proposal({ proposalId: proposal.id })).proposal.status).toBe("pending");
});

it("waits for a payment executor, and then warns not to pay again", async () => {
  const { send, treasury } = world((hang) => ({
    executors: [
      {
        executor: {
          ...recordingExecutor("card"),
          pay: () => {
            hang();
            return new Promise(() => {});
          },
        },
        timeoutSeconds: 20,
      },
    ],
  }));
  const { proposal } = await treasury.propose({ amountUsd: 24, vendor: "Acme", purpose: "paper" });
  const answered = send("POST", "/treasury/decide", {
    proposalId: proposal.id,
    decision: "approve",
  });
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  const { code, error } = await answered;
  expect(code).toBe("payment_unconfirmed");
  expect(error).toContain(proposal.id);
});

const caught = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

it("bounds calls in the process as requests", async () => {
  const { treasury, hang } = world();
  const spend = { amountUsd: 24, vendor: "Acme", purpose: "paper" };
  const { proposal } = await treasury.propose(spend);
  hang();
  const read = caught(treasury.state());
  const decision = { proposalId: proposal.id, decision: "approve", operator: "Ada" } as const;
  const decided = caught(treasury.decide(decision));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await read).toMatchObject({ code: "service_busy" });
  expect(await decided).toMatchObject({
    code: "storage_error",
    message: expect.stringContaining("may have been applied"),
  });
});

it.each(["a checkpoint", "a receipt"])(
  "answers with %s however long its walk through the ledger takes",
  async (what) => {
    const { treasury, hang, release } = world(() => ({
      autoApprovePayees: "any",
      receipts: { key: "ab".repeat(32) },
    }));
    const spend = { amountUsd: 3, vendor: "Acme", purpose: "paper" };
    const { id: proposalId } = (await treasury.propose(spend)).proposal;
    await treasury.receipts.keys();
    hang();
    const { receipts } = treasury;
    const asked = what === "a receipt" ? receipts.issue({ proposalId }) : receipts.checkpoint({});
    const answered = caught(asked);
    await vi.advanceTimersByTimeAsync(90_000);
    release();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(Object.keys(Object(await answered))).toContain(what.slice(2));
  },
);

it("bounds the read after a decision that resumed a turn", async () => {
  const { treasury, send, hangViews } = world(() => ({
    model: testModel(both),
  }));
  const turn = treasury.runTurn({ message: "Buy both." });
  await vi.advanceTimersByTimeAsync(1_000);
  const { state } = await turn;
  const [proposalId = ""] = state.proposals.map(({ id }) => id);
  hangViews();
  const body = { proposalId, decision: "approve", resume: true };
  const answered = send("POST", "/treasury/decide", body);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await answered).toMatchObject({
    status: 500,
    code: "storage_error",
    error: expect.stringContaining("may have been"),
  });
});

it("rejects reads at once while no read returns, and lets one a second through", async () => {
  const { send, hang, release } = world();
  const read = () => send("GET", "/treasury?workspaceId=acme");
  hang();
  const waiting = [read()];
  await vi.advanceTimersByTimeAsync(6_000);
  waiting.push(read());
  const busy = { status: 503, code: "service_busy", retryAfter: "5" };
  for (let ms = 0; ms < 900; ms += 300) {
    expect(await Promise.race([read(), vi.advanceTimersByTimeAsync(100)])).toMatchObject(busy);
  }
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.all([...waiting, read()])).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 200 })),
  );
});

it("rejects changes at once while the queue of the workspace does not move", async () => {
  const { send, hang } = world();
  hang();
  const waiting = Array.from({ length: 20 }, () => send(...reset));
  await vi.advanceTimersByTimeAsync(1_000);
  waiting.push(send(...reset));
  await vi.advanceTimersByTimeAsync(6_000);
  const rejected = await Promise.race([send(...reset), vi.advanceTimersByTimeAsync(100)]);
  expect(rejected).toMatchObject({ status: 503, code: "service_busy", retryAfter: "5" });
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all(waiting);
});

it("delivers events, and looks for outcomes, outside of the request that begins it", async () => {
  const events: unknown[] = [];
  const hooks = { event: () => void events.push(effectsOfRequest()) };
  const { send, treasury, loads } = world(() => ({ hooks }));
  await send("POST", "/treasury/proposals", { amountUsd: 24, vendor: "Acme", purpose: "paper" });
  await vi.waitFor(() => expect(events).toEqual([undefined]), patienceMs);
  const [proposal] = (await treasury.state()).proposals;
  const answered = send("GET", `/treasury/proposals/${proposal?.id}?wait=3`);
  await vi.advanceTimersByTimeAsync(500);
  loads.length = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loads).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await answered).status).toBe(200);
});
