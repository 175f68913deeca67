import { TreasuryError, type Commit, type Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { type World, killed, world } from "./keyed-requests.fixture.ts";

const second = 1_000;
const hour = 3_600_000;
const deposit = "/treasury/deposit";
const reset = "/treasury/reset";

/** How many epochs the workspace `demo` has had. */
async function epochsOf({ storage }: World): Promise<number> {
  const [snapshot] = await storage.load([{ workspaceId: "demo", keys: [] }]);
  return snapshot?.head?.epoch ?? 1;
}

/** The same storage, whose commits pass this first. */
function guarded(storage: Storage, guard: (commits: readonly Commit[]) => Promise<void>): Storage {
  return {
    ...forwardedStorage(storage),
    commit: async (commits) => {
      await guard(commits);
      return storage.commit(commits);
    },
  };
}

describe("a deposit under a key", () => {
  it("opens one checkout however often it is sent, and without a key one each time", async () => {
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

  it("is refused while the first is running, with when to come back", async () => {
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

  it("finds its checkout again when a process was killed after the processor had opened it", async () => {
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

  it("finds its checkout again when only the record of it was lost", async () => {
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

  it("keeps no failure of the processor's, and asks again with the same key of its own", async () => {
    const { process, payments } = world();
    const post = process();
    payments.beforeAnswer = () => Promise.reject(new Error("The connection broke."));
    expect(await post(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 500 });
    payments.beforeAnswer = async () => {};
    expect(await post(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 200 });
    expect(payments.asked).toHaveLength(2);
    expect(payments.sessions.size).toBe(1);
  });

  it("lets a failed request be repeated at once, also by a process whose clock is behind", async () => {
    const { process, payments, clock } = world();
    payments.beforeAnswer = () => Promise.reject(new Error("The connection broke."));
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 500 });
    payments.beforeAnswer = async () => {};
    clock.advance(-10 * second);
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 200 });
    expect(payments.sessions.size).toBe(1);
  });

  it("forgets a refusal: nothing was done, and the corrected request may have the same key", async () => {
    const { process, payments } = world();
    const post = process();
    expect(await post(deposit, { amountUsd: 0.5 }, "k")).toMatchObject({ status: 400 });
    expect(await post(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 200 });
    expect(payments.sessions.size).toBe(1);
  });

  it("forgets a refusal for good: also for a process whose clock is behind", async () => {
    const { process, payments, clock } = world();
    payments.beforeAnswer = () =>
      Promise.reject(new TreasuryError("payments_not_connected", "The key is gone."));
    expect(await process()(deposit, { amountUsd: 5 }, "k")).toMatchObject({ status: 400 });
    payments.beforeAnswer = async () => {};
    clock.advance(-10 * second);
    expect(await process()(deposit, { amountUsd: 6 }, "k")).toMatchObject({ status: 200 });
  });

  it("keeps its seed through a refusal that is not the first attempt's", async () => {
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

  it("is not finished by an attempt that comes back after the key was forgotten and used anew", async () => {
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

describe("a reset under a key", () => {
  it("opens one epoch, and the record is in the same commit", async () => {
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

  it("is a new one after 24 hours, and no sooner", async () => {
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

  it("of another operator or workspace is another request, and so is a guest's", async () => {
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

describe("a key", () => {
  it("with another body is refused, on the routes that keep it, and does nothing", async () => {
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
  ])("that %s is refused", async (problem, key) => {
    const here = world();
    const { status, code, body } = await here.process()(reset, {}, key);
    expect([status, code]).toEqual([400, "invalid_request"]);
    expect(body.error).toContain(`\`idempotency-key\` ${problem}`);
    expect(await epochsOf(here)).toBe(1);
  });

  it("of 255 characters is fine, and it is not to be read in the storage", async () => {
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
