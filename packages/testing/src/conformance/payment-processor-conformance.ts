import { Micros } from "@agent-treasury/provider";
import { testDeliveries, testOffers } from "./payment-movements.ts";
import {
  checkout,
  type PaymentProcessorConformanceOptions,
  type With,
} from "./payment-processor-options.ts";
import { rejectionCodeOf } from "./rejection.ts";
import type { TestFramework } from "./test-framework.ts";

/**
 * Tests any `PaymentProcessor`, in your test framework. Run it with a sandbox, a test key or a
 * fake, never with a live key.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * const sandbox = sandboxPayments({ baseUrl: "http://localhost:3000" });
 * paymentProcessorConformance({ describe, it, expect }, {
 *   create: () => sandbox,
 *   pay: (_processor, sessionId) => sandbox.complete(sessionId),
 *   unknownSessionId: "sandbox_cs_00000000000000000000000000000000",
 * });
 */
export function paymentProcessorConformance(
  framework: TestFramework,
  options: PaymentProcessorConformanceOptions,
): void {
  framework.describe("a payment processor", () => {
    testCheckouts(framework, options);
    testReceipts(framework, options);
    testIdempotency(framework, options);
    const { pay, deliver, buy } = options;
    if (pay !== undefined) testPayments(framework, { ...options, pay });
    if (pay !== undefined && deliver !== undefined) {
      testDeliveries(framework, { ...options, pay, deliver });
    }
    if (buy !== undefined) testOffers(framework, { ...options, buy });
  });
}

function testCheckouts(
  { it, expect }: TestFramework,
  { create, createWithoutKey }: PaymentProcessorConformanceOptions,
): void {
  it("has a name and a kind of money", async () => {
    const processor = await create();
    expect(processor.specificationVersion).toBe("1");
    expect(processor.provider.trim() !== "").toBe(true);
    expect(["sandbox", "test", "live"].includes(processor.mode())).toBe(true);
  });

  it("opens a checkout with a URL for browsers that has not expired", async () => {
    const session = await (await create()).createCheckout(checkout());
    expect(session.id.trim() !== "").toBe(true);
    expect(["http:", "https:"].includes(new URL(session.url).protocol)).toBe(true);
    expect(session.expiresAt === null || Number.isSafeInteger(session.expiresAt)).toBe(true);
  });

  if (createWithoutKey !== undefined) {
    it("reports a missing key at the first call", async () => {
      const processor = await createWithoutKey();
      const rejection = await rejectionCodeOf(processor.createCheckout(checkout()));
      expect(rejection).toBe("payments_not_connected");
    });
  }
}

function testReceipts(
  { it, expect }: TestFramework,
  { create, unknownSessionId, createForeignSession }: PaymentProcessorConformanceOptions,
): void {
  it("does not report an open checkout as paid", async () => {
    const processor = await create();
    const { id } = await processor.createCheckout(checkout({ workspaceId: "acme" }));
    const receipt = await processor.readCheckout(id);
    expect(receipt.id).toBe(id);
    expect(receipt.workspaceId).toBe("acme");
    expect(receipt.paid).toBe(false);
  });

  it("rejects an unknown session", async () => {
    const processor = await create();
    const rejection = await rejectionCodeOf(processor.readCheckout(unknownSessionId));
    expect(rejection).toBe("payment_processor_error");
  });

  if (createForeignSession !== undefined) {
    it("returns no workspace for a foreign session", async () => {
      const processor = await create();
      const id = await createForeignSession(processor);
      expect((await processor.readCheckout(id)).workspaceId).toBe(null);
    });
  }
}

function testIdempotency(
  { it, expect }: TestFramework,
  { create }: PaymentProcessorConformanceOptions,
): void {
  it("opens one session for one key and content in sequential calls", async () => {
    const processor = await create();
    const asked = checkout();
    const first = await processor.createCheckout(asked);
    expect(await processor.createCheckout(asked)).toEqual(first);
  });

  it("opens one session for one key and content in concurrent calls", async () => {
    const processor = await create();
    const asked = checkout();
    const sessions = await Promise.all([1, 2, 3, 4].map(() => processor.createCheckout(asked)));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
  });

  it("rejects a key that is repeated with other content", async () => {
    const processor = await create();
    const asked = checkout();
    await processor.createCheckout(asked);
    const dearer = processor.createCheckout({ ...asked, amount: Micros.of("9000000") });
    expect(await rejectionCodeOf(dearer)).toBe("payment_processor_error");
    const elsewhere = processor.createCheckout({ ...asked, workspaceId: "elsewhere" });
    expect(await rejectionCodeOf(elsewhere)).toBe("payment_processor_error");
  });

  it("opens another session for another key", async () => {
    const processor = await create();
    const first = await processor.createCheckout(checkout());
    const second = await processor.createCheckout(checkout());
    expect(second.id === first.id).toBe(false);
  });
}

function testPayments({ it, expect }: TestFramework, { create, pay }: With<"pay">): void {
  it("returns the collected amount, to the cent, once it is paid", async () => {
    const processor = await create();
    for (const amount of ["1000000", "19990000", "1234560000", "999999990000"]) {
      const asked = checkout({ amount: Micros.of(amount) });
      const { id } = await processor.createCheckout(asked);
      await pay(processor, id);
      const receipt = await processor.readCheckout(id);
      expect(receipt.paid).toBe(true);
      expect(Micros.toText(receipt.amount)).toBe(amount);
      expect(receipt.currency).toBe("usd");
      expect((receipt.paymentReference ?? "").trim() !== "").toBe(true);
    }
  });

  it("returns the workspace of the checkout", async () => {
    const processor = await create();
    const workspaceId = "Team-7_eu.west:blue@acme";
    const { id } = await processor.createCheckout(checkout({ workspaceId }));
    await pay(processor, id);
    expect((await processor.readCheckout(id)).workspaceId).toBe(workspaceId);
  });

  it("distinguishes paid and open checkouts, also when read again", async () => {
    const processor = await create();
    const paid = await processor.createCheckout(checkout());
    const open = await processor.createCheckout(checkout());
    await pay(processor, paid.id);
    const receipts = await Promise.all([
      processor.readCheckout(paid.id),
      processor.readCheckout(open.id),
      processor.readCheckout(paid.id),
    ]);
    expect(receipts.map((receipt) => receipt.paid)).toEqual([true, false, true]);
    expect(receipts[2].paymentReference).toBe(receipts[0].paymentReference);
  });

  it("does not open a paid checkout again for the same key", async () => {
    const processor = await create();
    const asked = checkout();
    const { id } = await processor.createCheckout(asked);
    await pay(processor, id);
    expect((await processor.createCheckout(asked)).id).toBe(id);
    expect((await processor.readCheckout(id)).paid).toBe(true);
  });
}
