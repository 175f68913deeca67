import { mkdtemp, rm, writeFile, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Micros, type SpendOrder } from "@agent-treasury/provider";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectedRail, storeInMemory } from "./sandbox-rail.fixture.ts";
import { sandboxTransferFile } from "./sandbox-transfer-file.ts";

const start = Date.UTC(2027, 0, 1);

describe("a payment on the sandbox's chain", () => {
  it("pays the quoted price once and returns what the seller sold", async () => {
    const rail = connectedRail();
    const order = await rail.order();
    expect(order.quote).toMatchObject({
      rail: "sandbox",
      payee: "https://shop.example",
      description: "Weather in Lisbon today",
      maximum: 500_000n,
      isFixed: true,
    });
    const outcome = await rail.executor.pay(order);
    expect(outcome).toMatchObject({ kind: "executed", captures: [{ amount: 500_000n }] });
    const { resource } = outcome as { readonly resource?: { readonly body: Uint8Array } };
    expect(new TextDecoder().decode(resource?.body)).toContain("sunny");
    expect(await rail.executor.pay(order)).toEqual(outcome);
    expect(await rail.executor.find(order)).toEqual(outcome);
    expect(await rail.balanceOf("sandbox:treasury")).toBe(999_500_000n);
    expect(await rail.balanceOf("sandbox:seller")).toBe(500_000n);
  });

  it("is found after the answer is lost, and presented again without a second payment", async () => {
    const rail = connectedRail({}, async (request, honest) => {
      const answer = await honest();
      if (request.headers.has("payment-signature")) throw new Error("The connection broke.");
      return answer;
    });
    const order = await rail.order();
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "executed" });
    await rail.executor.pay(order);
    expect(rail.presented).toHaveLength(2);
    expect(await rail.balanceOf("sandbox:seller")).toBe(500_000n);
  });

  it("may be repeated until its end, and is declined then", async () => {
    let time = start;
    const rail = connectedRail({ now: () => time }, async (request, honest) => {
      if (request.headers.has("payment-signature")) throw new Error("The seller is down.");
      return honest();
    });
    const order = await rail.order();
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(await rail.executor.find(order)).toEqual({ kind: "repeatable" });
    time += 119_000;
    expect(await rail.executor.find(order)).toEqual({ kind: "repeatable" });
    time += 1_000;
    expect(await rail.executor.find(order)).toMatchObject({ kind: "declined" });
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "declined" });
    expect(rail.presented).toHaveLength(1);
  });

  it("to the slow seller is unknown for some time, and then executed", async () => {
    let time = start;
    const rail = connectedRail({ unknownSeconds: 20, now: () => time });
    const order = await rail.order("/forecast");
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "unknown" });
    time += 19_999;
    expect(await rail.executor.find(order)).toMatchObject({ kind: "unknown" });
    time += 1;
    const found = await rail.executor.find(order);
    expect(found).toMatchObject({ kind: "executed", captures: [{ amount: 1_000_000n }] });
    expect(found).toHaveProperty("resource");
  });

  it("is refused beforehand without a quote, or with less than the price", async () => {
    const rail = connectedRail({ balanceUsd: 0.6 });
    const quote = await rail.quote("/forecast");
    const order = { ...(await rail.order()), amount: quote.maximum, quote };
    const preflight = (changes: Partial<SpendOrder>) =>
      rail.executor.preflight?.({ ...order, ...changes });
    expect(await preflight({})).toMatchObject({ kind: "insufficient_funds" });
    expect(await preflight({ quote: null })).toMatchObject({ kind: "unsupported" });
    expect(await preflight({ amount: Micros.of(600_000n) })).toEqual({ kind: "ready" });
  });

  it("presents only an authorization of its own order", async () => {
    const rail = connectedRail();
    const order = await rail.order();
    const other = await rail.order("/forecast");
    const { authorization } = order.payload as { readonly authorization: object };
    for (const payload of [
      null,
      other.payload,
      { ...order.payload, signature: "0".repeat(64) },
      { ...order.payload, authorization: { ...authorization, validBefore: "99999999999" } },
    ]) {
      await expect(rail.executor.pay({ ...order, payload })).rejects.toMatchObject({
        code: "spend_executor_error",
      });
    }
    expect(rail.presented).toEqual([]);
  });

  it("belongs to its deployment, workspace and proposal", async () => {
    const rail = connectedRail();
    const order = await rail.order();
    const restored = connectedRail();
    restored.executor.connect?.({ ...restored.context, deploymentId: async () => "d2" });
    const nonces = await Promise.all(
      [
        rail.executor.prepare?.(order),
        rail.executor.prepare?.({ ...order, workspaceId: "other" }),
        rail.executor.prepare?.({ ...order, proposalId: "prop_other" }),
        restored.executor.prepare?.(order),
      ].map(async (payload) => JSON.stringify(await payload)),
    );
    expect(nonces[0]).toBe(JSON.stringify(order.payload));
    expect(new Set(nonces).size).toBe(4);
  });

  it("survives a restart, also with a line that a crash cut", async () => {
    const directory = await mkdtemp(join(tmpdir(), "sandbox-rail-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const path = join(directory, "below", "transfers.jsonl");
    const store = storeInMemory();
    const process = () => connectedRail({ store: sandboxTransferFile(path) }, undefined, store);
    const first = process();
    const order = await first.order();
    const unsent = await first.order();
    const outcome = await first.executor.pay(order);
    await writeFile(path, `${await readFile(path, "utf8")}\n{"id":"cut`);
    const second = process();
    expect(await second.executor.find(order)).toEqual(outcome);
    expect(await second.executor.find(unsent)).toEqual({ kind: "repeatable" });
    expect(await second.executor.pay(unsent)).toMatchObject({ kind: "executed" });
    expect(await process().balanceOf("sandbox:seller")).toBe(1_000_000n);
  });

  it("is listed with its capture, beside the balance", async () => {
    const rail = connectedRail({ now: () => start });
    const outcome = await rail.executor.pay(await rail.order());
    const captures = outcome.kind === "executed" ? outcome.captures : [];
    expect(await rail.executor.balances?.()).toEqual([
      { asset: "sandbox:test-usd on sandbox:local", amount: 999_500_000n },
    ]);
    expect(await rail.executor.movements?.(start)).toMatchObject(captures);
    expect(await rail.executor.movements?.(start + 1)).toEqual([]);
  });
});

describe("a refund on the sandbox's chain", () => {
  it("sends a payment back once", async () => {
    const rail = connectedRail();
    const order = await rail.order();
    const outcome = await rail.executor.pay(order);
    const [capture] = outcome.kind === "executed" ? outcome.captures : [];
    expect(await rail.purchases()).toMatchObject([{ captureId: capture?.id, isRefunded: false }]);
    const refund = await rail.refund(capture?.id ?? "");
    expect(refund).toMatchObject({
      captureId: capture?.id,
      amount: 500_000n,
      workspaceId: order.workspaceId,
      proposalId: order.proposalId,
    });
    expect(await rail.purchases()).toMatchObject([{ captureId: capture?.id, isRefunded: true }]);
    expect(await rail.refund(capture?.id ?? "")).toEqual(refund);
    expect(await rail.balanceOf("sandbox:treasury")).toBe(1_000_000_000n);
    expect(await rail.balanceOf("sandbox:seller")).toBe(0n);
  });

  it("is refused for an unknown payment, and for a refund", async () => {
    const rail = connectedRail();
    const outcome = await rail.executor.pay(await rail.order());
    const { id } = await rail.refund(outcome.kind === "executed" ? outcome.reference : "");
    for (const captureId of ["sandbox:local:unknown", id]) {
      await expect(rail.refund(captureId)).rejects.toMatchObject({
        code: "payment_processor_error",
      });
    }
  });
});
