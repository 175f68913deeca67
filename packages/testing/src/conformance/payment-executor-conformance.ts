import {
  Micros,
  type PaidRequest,
  type PaymentExecutor,
  type SellerAnswer,
  type SpendFinding,
  type SpendOrder,
} from "@agent-treasury/provider";
import type { TestFramework } from "./test-framework.ts";

export interface Challenge {
  readonly answer: SellerAnswer;
  readonly request: PaidRequest;
}

/** The implementation under test. */
export interface PaymentExecutorConformanceOptions {
  readonly create: () => PaymentExecutor | Promise<PaymentExecutor>;
  /** Payments started for a proposal, from the payee's records. */
  readonly countPayments: (
    executor: PaymentExecutor,
    proposalId: string,
  ) => Promise<number> | number;
  /** Completes a payment that `pay` left in progress. */
  readonly finish?: (executor: PaymentExecutor, proposalId: string) => Promise<void>;
  readonly declined?: Partial<SpendOrder>;
  /** A seller's answer that asks for a payment, if it quotes, with the request that it answers. */
  readonly challenge?: (executor: PaymentExecutor) => Challenge | Promise<Challenge>;
  /** Its upstream fails after a possible payment. */
  readonly createFailing?: () => PaymentExecutor | Promise<PaymentExecutor>;
}

/**
 * Tests any `PaymentExecutor`, in your test framework. Run it with a sandbox, a test key or a fake,
 * because it pays.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * paymentExecutorConformance({ describe, it, expect }, {
 *   create: () => scriptedExecutor(),
 *   countPayments: (executor, proposalId) =>
 *     (executor as ScriptedExecutor).payments.filter((one) => one.proposalId === proposalId).length,
 * });
 */
export function paymentExecutorConformance(
  framework: TestFramework,
  options: PaymentExecutorConformanceOptions,
): void {
  framework.describe("a payment executor", () => {
    testQuoting(framework, options);
    testPreparing(framework, options);
    testPaying(framework, options);
    testFinding(framework, options);
    testCanceling(framework, options);
    testFailing(framework, options);
  });
}

function testPaying(
  { it, expect }: TestFramework,
  { create, countPayments }: PaymentExecutorConformanceOptions,
): void {
  it("has a name, a kind of money and a lifetime of keys", async () => {
    const executor = await create();
    expect(executor.specificationVersion).toBe("1");
    expect(executor.provider.trim() !== "").toBe(true);
    expect(["sandbox", "test", "live"].includes(executor.mode())).toBe(true);
    expect(executor.keyLifetimeMs >= 0).toBe(true);
  });

  it("pays an order once, at most the ordered amount, or returns in_progress", async () => {
    const executor = await create();
    const order = await prepared(executor, orderOf());
    const outcome = await executor.pay(order);
    expect(["executed", "in_progress"].includes(outcome.kind)).toBe(true);
    expect(await countPayments(executor, order.proposalId)).toBe(1);
    if (outcome.kind !== "executed") return;
    expect(sumOf(outcome) <= order.amount).toBe(true);
    expect(new Set(idsOf(outcome)).size).toBe(outcome.captures.length);
  });

  it("pays two equal proposals separately", async () => {
    const executor = await create();
    const orders = await Promise.all([orderOf(), orderOf()].map((one) => prepared(executor, one)));
    for (const order of orders) await executor.pay(order);
    for (const { proposalId } of orders) {
      expect(await countPayments(executor, proposalId)).toBe(1);
    }
  });

  it("pays a proposal once in repeated calls", async () => {
    const executor = await create();
    if (executor.keyLifetimeMs === 0) return;
    const order = await prepared(executor, orderOf());
    const first = await executor.pay(order);
    expect(await executor.pay(order)).toEqual(first);
    expect(await countPayments(executor, order.proposalId)).toBe(1);
  });

  it("pays a proposal once in ten concurrent calls", async () => {
    const executor = await create();
    if (executor.keyLifetimeMs === 0) return;
    const order = await prepared(executor, orderOf());
    await Promise.allSettled(Array.from({ length: 10 }, () => executor.pay(order)));
    expect(await countPayments(executor, order.proposalId)).toBe(1);
  });
}

function testPreparing(
  { it, expect }: TestFramework,
  { create, countPayments }: PaymentExecutorConformanceOptions,
): void {
  it("prepares without paying: a JSON object of at most 4 KiB, if it prepares at all", async () => {
    const executor = await create();
    const order = orderOf();
    const { payload } = await prepared(executor, order);
    expect((payload === null) === (executor.prepare === undefined)).toBe(true);
    const text = JSON.stringify(payload);
    expect(JSON.parse(text)).toEqual(payload);
    expect(new TextEncoder().encode(text).length <= 4_096).toBe(true);
    expect(await countPayments(executor, order.proposalId)).toBe(0);
  });
}

function testQuoting(
  { it, expect }: TestFramework,
  { create, countPayments, challenge }: PaymentExecutorConformanceOptions,
): void {
  it("pays nothing in preflight, and never without the quote that it needs", async () => {
    const executor = await create();
    const { payload: _payload, ...order } = orderOf();
    const preflight = await executor.preflight?.(order).catch(() => undefined);
    const kinds = ["ready", "insufficient_funds", "unsupported", undefined];
    expect(kinds.includes(preflight?.kind)).toBe(true);
    if (executor.needsQuote === true) {
      await executor.pay({ ...order, payload: null }).catch(() => undefined);
    }
    expect(await countPayments(executor, order.proposalId)).toBe(0);
  });

  it("returns what was bought as bytes of at most 256 KiB, if it returns it", async () => {
    const executor = await create();
    const outcome = await executor.pay(await prepared(executor, orderOf()));
    const resource = outcome.kind === "executed" ? outcome.resource : undefined;
    if (resource === undefined) return;
    expect(Number.isInteger(resource.status)).toBe(true);
    expect(resource.body instanceof Uint8Array && resource.body.length <= 262_144).toBe(true);
  });

  if (challenge !== undefined) {
    it("quotes a price of at most 4 KiB that is open, and nothing for another answer", async () => {
      const executor = await create();
      const { answer, request } = await challenge(executor);
      const quoted = await executor.quote?.(answer, request);
      if (quoted?.kind !== "quoted") throw new Error("The challenge was not quoted.");
      const { maximum, ...rest } = quoted.quote;
      expect(rest.rail).toBe(executor.provider);
      expect(maximum > 0n && rest.payee !== "" && rest.expiresAt > Date.now()).toBe(true);
      const text = JSON.stringify({ ...rest, maximum: String(maximum) });
      expect(new TextEncoder().encode(text).length <= 4_096).toBe(true);
      const free = { status: 200, headers: {}, body: new Uint8Array() };
      expect((await executor.quote?.(free, request))?.kind).toBe("unsupported");
    });
  }
}

function testFinding(
  { it, expect }: TestFramework,
  { create, countPayments, finish }: PaymentExecutorConformanceOptions,
): void {
  it("returns not_sent or repeatable for a proposal that it was never asked to pay", async () => {
    const executor = await create();
    const order = await prepared(executor, orderOf());
    const expected = executor.prepare === undefined ? "not_sent" : "repeatable";
    expect((await executor.find(order)).kind).toBe(expected);
    expect(await countPayments(executor, order.proposalId)).toBe(0);
  });

  it("finds a payment as it was returned, without paying again", async () => {
    const executor = await create();
    const order = await prepared(executor, orderOf());
    const other = await prepared(executor, orderOf());
    const outcome = await executor.pay(order);
    await executor.pay(other);
    const found = await executor.find(order);
    expect(found.kind).toBe(outcome.kind);
    expect(idsOf(found)).toEqual(idsOf(outcome));
    expect(await countPayments(executor, order.proposalId)).toBe(1);
  });

  if (finish !== undefined) {
    it("finds a completed payment as executed", async () => {
      const executor = await create();
      const order = await prepared(executor, orderOf());
      await executor.pay(order);
      await finish(executor, order.proposalId);
      const found = await executor.find(order);
      expect(found.kind).toBe("executed");
      expect(sumOf(found) > 0n).toBe(true);
      expect(idsOf(await executor.find(order))).toEqual(idsOf(found));
    });
  }
}

function testCanceling(
  { it, expect }: TestFramework,
  { create, countPayments }: PaymentExecutorConformanceOptions,
): void {
  it("cancels a payment that was prepared, so that it is never paid, if it cancels at all", async () => {
    const executor = await create();
    if (executor.cancel === undefined) return;
    const order = await prepared(executor, orderOf());
    await executor.cancel(order);
    await executor.pay(order).catch(() => undefined);
    const found = (await executor.find(order)).kind;
    expect(["declined", "in_progress"].includes(found)).toBe(true);
    expect(await countPayments(executor, order.proposalId)).toBe(0);
  });

  it("finds a payment that was made before it was canceled", async () => {
    const executor = await create();
    const order = await prepared(executor, orderOf());
    const outcome = await executor.pay(order);
    await executor.cancel?.(order).catch(() => undefined);
    expect((await executor.find(order)).kind).toBe(outcome.kind);
    expect(await countPayments(executor, order.proposalId)).toBe(1);
  });
}

function testFailing(
  { it, expect }: TestFramework,
  { create, countPayments, declined, createFailing }: PaymentExecutorConformanceOptions,
): void {
  if (declined !== undefined) {
    it("declines permanently with a reason, and pays nothing", async () => {
      const executor = await create();
      const order = await prepared(executor, orderOf(declined));
      const outcome = await executor.pay(order);
      expect(outcome.kind).toBe("declined");
      expect(outcome.kind === "declined" && outcome.reason.trim() !== "").toBe(true);
      const found = (await executor.find(order)).kind;
      expect(["declined", "not_sent", "repeatable"].includes(found)).toBe(true);
      expect(await countPayments(executor, order.proposalId)).toBe(0);
    });
  }

  if (createFailing !== undefined) {
    it("does not report a failure as declined", async () => {
      const executor = await createFailing();
      const kind = await executor.pay(await prepared(executor, orderOf())).then(
        (outcome) => outcome.kind,
        () => "rejected",
      );
      expect(["unknown", "in_progress", "rejected"].includes(kind)).toBe(true);
    });
  }
}

function idsOf(finding: SpendFinding): string[] {
  return finding.kind === "executed" ? finding.captures.map(({ id }) => id) : [];
}

function sumOf(finding: SpendFinding): bigint {
  if (finding.kind !== "executed") return 0n;
  return finding.captures.reduce<bigint>((sum, { amount }) => sum + amount, 0n);
}

/** The order as the treasury presents it. */
async function prepared(executor: PaymentExecutor, order: SpendOrder): Promise<SpendOrder> {
  const payload = (await executor.prepare?.(order)) ?? null;
  return { ...order, payload };
}

function orderOf(changes: Partial<SpendOrder> = {}): SpendOrder {
  const amount: Micros = Micros.of("5000000");
  return {
    proposalId: `prop_${crypto.randomUUID()}`,
    workspaceId: "conformance",
    amount,
    vendor: "Acme",
    purpose: "office paper",
    category: null,
    quote: null,
    payload: null,
    heldAt: Date.now(),
    reference: null,
    signal: new AbortController().signal,
    ...changes,
  };
}
