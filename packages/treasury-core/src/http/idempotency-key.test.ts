import { TreasuryError, type Commit, type Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { type World, killed, world } from "./keyed-requests.fixture.ts";

const second = 1_000;
const hour = 3_600_000;
const deposit = "/treasury/deposit";
const reset = "/treasury/reset";

/** The number of epochs of the workspace `demo`. */
async function epochsOf({ storage }: World): Promise<number> {
  const [snapshot] = await storage.load([{ workspaceId: "demo", keys: [] }]);
  return snapshot?.head?.epoch ?? 1;
}

/** The same storage with a guard for commits. */
function guarded(storage: Storage, guard: (commits: readonly Commit[]) => Promise<void>): Storage {
  return {
    ...forwardedStorage(storage),
    commit: async (commits) => {
      await guard(commits);
      return storage.commit(commits);
    },
  };
}

describe("a deposit with a key", () => {
  it("opens one checkout for repeated requests, and one each without a key", async () => {
    const { process, payments } = world();
    const post = process();
    const first = await post(deposit, { amountUsd: 5 }, "k");
    expect(await post(deposit, { amountUsd: 5 }, "k")).toEqual(first);
    expect(await process()(deposit, { amountUsd: 5, workspaceId: " demo " }, "k")).toEqual(first);
    expect(payments.asked).toHaveLength(1);
    await post(deposit, { amountUsd: 5 }, null);
    await post(deposit, { amountUsd: 5 }, null);
    expect(payments.sessions.size).toBe(3);
  });

  it("is rejected with retry-after while the first request is running", async () => {
    const { process, payments } = world();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    payments.beforeAnswer = () => answered;
    const first = process()(deposit, { amountUsd: 5 }, "k");
    while (payments.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const meanwhile = await process()(deposit, { amountUsd: 5 }, "k");
    expect(meanwhile).toMatchObject({
      status: 409,
      code: "idempotency_key_in_use",
      retryAfter: "5",
    });
    answer();
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toEqual(await first);
    expect(payments.asked).toHaveLength(1);
  });

  it("finds its checkout after a process was killed between the checkout and its record", async () => {
    const { process, payments, clock } = world();
    payments.beforeAnswer = killed;
    void process()(deposit, { amountUsd: 5 }, "k");
    while (payments.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    payments.beforeAnswer = async () => {};
    clock.advance(29 * second);
    const blocked = await process()(deposit, { amountUsd: 5 }, "k");
    expect(blocked).toMatchObject({ code: "idempotency_key_in_use", retryAfter: "1" });
    clock.advance(2 * second);
    const repeated = await process()(deposit, { amountUsd: 5 }, "k");
    expect(repeated.status).toBe(200);
    expect([...payments.sessions.keys()]).toEqual([repeated.body.id]);
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toEqual(repeated);
    expect(payments.asked).toHaveLength(2);
  });

  it("finds its checkout if only its record was lost", async () => {
    const { process, payments, clock, storage, reported } = world();
    const breaking = guarded(storage, async () => {
      if (payments.asked.length > 0) throw new TreasuryError("storage_error", "The disk is gone.");
    });
    const first = await process({ storage: breaking })(deposit, { amountUsd: 5 }, "k");
    expect(first.status).toBe(200);
    expect(reported).toHaveLength(1);
    clock.advance(31 * second);
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toEqual(first);
    expect(payments.sessions.size).toBe(1);
  });

  it("does not store a failure of the processor, and retries with the same key of its own", async () => {
    const { process, payments } = world();
    const post = process();
    payments.beforeAnswer = () => Promise.reject(new Error("The connection broke."));
    expect(await post(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 500 });
    payments.beforeAnswer = async () => {};
    expect(await post(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 200 });
    expect(payments.asked).toHaveLength(2);
    expect(payments.sessions.size).toBe(1);
  });

  it("can be retried immediately after a failure, even by a process whose clock is behind", async () => {
    const { process, payments, clock } = world();
    payments.beforeAnswer = () => Promise.reject(new Error("The connection broke."));
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 500 });
    payments.beforeAnswer = async () => {};
    clock.advance(-10 * second);
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 200 });
    expect(payments.sessions.size).toBe(1);
  });

  it("frees the key after a refusal, so that a corrected request may use it", async () => {
    const { process, payments } = world();
    const post = process();
    expect(await post(deposit, { amountUsd: 0.5 }, "k")).toMatchObject({ status: 400 });
    expect(await post(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 200 });
    expect(payments.sessions.size).toBe(1);
  });

  it("frees the key after a refusal permanently, even for a process whose clock is behind", async () => {
    const { process, payments, clock } = world();
    payments.beforeAnswer = () =>
      Promise.reject(new TreasuryError("payments_not_connected", "The key is gone."));
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 400 });
    payments.beforeAnswer = async () => {};
    clock.advance(-10 * second);
    expect(await process()(deposit, { amountUsd: 6 }, "k")).toMatchObject({ status: 200 });
  });

  it("retains its seed when a later attempt is refused", async () => {
    const { process, payments, clock } = world();
    payments.beforeAnswer = killed;
    void process()(deposit, { amountUsd: 5 }, "k");
    while (payments.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(31 * second);
    payments.beforeAnswer = () =>
      Promise.reject(new TreasuryError("payments_not_connected", "The key is gone."));
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 400 });
    payments.beforeAnswer = async () => {};
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 200 });
    expect(payments.sessions.size).toBe(1);
  });

  it("is not finished by an attempt that returns after the key was freed and used again", async () => {
    const { process, payments, clock } = world();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    payments.beforeAnswer = () => answered;
    const late = process()(deposit, { amountUsd: 5 }, "k");
    while (payments.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(25 * hour);
    payments.beforeAnswer = async () => {};
    const anew = await process()(deposit, { amountUsd: 5 }, "k");
    answer();
    expect((await late).body.id).not.toBe(anew.body.id);
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toEqual(anew);
  });
});

describe("a reset with a key", () => {
  it("opens one epoch, with its record in the same commit", async () => {
    const here = world();
    const { process, storage } = here;
    const put: number[] = [];
    const watched = guarded(storage, async (commits) => {
      for (const { next, put: docs, create } of commits) {
        const written = [...docs, ...create];
        if (next?.epoch === 2)
          put.push(written.filter(({ kind }) => kind === "idempotency_key").length);
      }
    });
    const post = process({ storage: watched });
    expect(await post(reset, {}, "k")).toMatchObject({ status: 200 });
    expect(await post(reset, {}, "k")).toMatchObject({ status: 200 });
    expect(await process()(reset, {}, "k")).toMatchObject({ status: 200 });
    expect(put).toEqual([1]);
    expect(await epochsOf(here)).toBe(2);
    await post(reset, {}, "other");
    expect(await epochsOf(here)).toBe(3);
  });

  it("counts as new after 24 hours, and not before", async () => {
    const here = world();
    const post = here.process();
    await post(reset, {}, "k");
    here.clock.advance(24 * hour - second);
    await post(reset, {}, "k");
    expect(await epochsOf(here)).toBe(2);
    here.clock.advance(second);
    await post(reset, {}, "k");
    expect(await epochsOf(here)).toBe(3);
  });

  it("of another operator, of another workspace or of anonymous access is another request", async () => {
    const here = world();
    const named = (name: string | null) =>
      here.process(name === null ? {} : { authenticate: () => ({ name }) });
    for (const name of ["Ada", "Bob", "Ada", null, null, "null"]) await named(name)(reset, {}, "k");
    expect(await epochsOf(here)).toBe(5);
    await named("Ada")(reset, { workspaceId: "acme" }, "k");
    const [acme] = await here.storage.load([{ workspaceId: "acme", keys: [] }]);
    expect(acme?.head?.epoch).toBe(2);
    expect(await epochsOf(here)).toBe(5);
  });
});

describe("an idempotency key", () => {
  it("with another body is rejected without effect, on the routes that support keys", async () => {
    const here = world();
    const post = here.process();
    await post(deposit, { amountUsd: 5 }, "k");
    expect(await post(deposit, { amountUsd: 6 }, "k")).toMatchObject({
      status: 409,
      code: "idempotency_key_reused",
    });
    expect(here.payments.sessions.size).toBe(1);
    // Another path is another request.
    expect(await post(reset, {}, "k")).toMatchObject({ status: 200 });
    expect(await post("/agents", { goal: "one" }, "k")).toMatchObject({ status: 200 });
    expect(await post("/agents", { goal: "two" }, "k")).toMatchObject({ status: 409 });
    expect(here.host.machines.size).toBe(1);
  });

  it.each([
    ["is empty", ""],
    ["is empty", "  "],
    ["has more than 255 characters", "x".repeat(256)],
    ["has control characters", "a\tb"],
    ["has control characters", "a\u0001b"],
    ["has control characters", "a\u007fb"],
  ])("that %s is rejected", async (problem, key) => {
    const here = world();
    const { status, code, body } = await here.process()(reset, {}, key);
    expect([status, code]).toEqual([400, "invalid_request"]);
    expect(body.error).toContain(`\`idempotency-key\` ${problem}`);
    expect(await epochsOf(here)).toBe(1);
  });

  it("may have 255 characters, and is not readable in the storage", async () => {
    const { process, storage } = world();
    const key = `secret-${"x".repeat(248)}`;
    const written: string[] = [];
    const watched = guarded(storage, async (commits) => {
      written.push(
        JSON.stringify(commits, (_name, value) =>
          typeof value === "bigint" ? String(value) : value,
        ),
      );
    });
    expect(await process({ storage: watched })(reset, {}, key)).toMatchObject({ status: 200 });
    expect(written).not.toEqual([]);
    expect(written.join("").includes("secret")).toBe(false);
  });
});
