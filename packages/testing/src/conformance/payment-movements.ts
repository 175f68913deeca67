import {
  Micros,
  type OfferRequest,
  type PaymentCollected,
  type PaymentPage,
} from "@agent-treasury/provider";
import { checkout, type With } from "./payment-processor-options.ts";
import { rejectionCodeOf } from "./rejection.ts";
import type { TestFramework } from "./test-framework.ts";

export function testDeliveries(
  { it, expect }: TestFramework,
  { create, pay, deliver }: With<"pay" | "deliver">,
): void {
  it("reports the same payment by webhook and on request, so that it is credited once", async () => {
    const processor = await create();
    const { id } = await processor.createCheckout(checkout({ workspaceId: "acme" }));
    await pay(processor, id);
    const [event] = (await processor.events?.(await deliver(processor, id))) ?? [];
    const receipt = await processor.readCheckout(id);
    expect(event).toEqual({
      kind: "collected",
      purpose: "deposit",
      workspaceId: "acme",
      checkoutId: id,
      paymentReference: receipt.paymentReference,
      amount: receipt.amount,
      currency: receipt.currency,
    });
  });

  it("rejects modified and unsigned deliveries", async () => {
    const processor = await create();
    const { id } = await processor.createCheckout(checkout());
    await pay(processor, id);
    const { body, headers } = await deliver(processor, id);
    const changed = new Uint8Array([...body, 32]);
    for (const delivery of [
      { body: changed, headers },
      { body, headers: {} },
    ]) {
      const rejection = processor.events?.(delivery) ?? Promise.resolve();
      expect(await rejectionCodeOf(rejection)).toBe("webhook_signature_invalid");
    }
  });
}

export function testOffers({ it, expect }: TestFramework, { create, buy }: With<"buy">): void {
  it("creates one offer for one key and content, with a URL for browsers", async () => {
    const processor = await create();
    const request = reportOffer();
    const made = await processor.offers?.createOffer(request);
    expect(await processor.offers?.createOffer(request)).toEqual(made);
    expect(["http:", "https:"].includes(new URL(made?.url ?? "").protocol)).toBe(true);
  });

  it("lists every payment of an offer over all pages, and none of other offers", async () => {
    const processor = await create();
    const [sold, other] = [
      await processor.offers?.createOffer(reportOffer()),
      await processor.offers?.createOffer(reportOffer()),
    ];
    const offerId = sold?.id ?? "";
    for (let count = 0; count < 103; count += 1) await buy(processor, offerId);
    await buy(processor, other?.id ?? "");
    const checkouts = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: PaymentPage<PaymentCollected> | undefined = await processor.offers?.collected({
        offerId,
        cursor,
      });
      for (const payment of page?.items ?? []) {
        expect([payment.purpose, payment.workspaceId]).toEqual(["revenue", "acme"]);
        expect(Micros.toText(payment.amount)).toBe("7500000");
        checkouts.add(payment.checkoutId);
      }
      cursor = page?.cursor ?? null;
    } while (cursor !== null);
    expect(checkouts.size).toBe(103);
  });
}

function reportOffer(): OfferRequest {
  return {
    workspaceId: "acme",
    title: "A report",
    description: null,
    amount: Micros.of("7500000"),
    idempotencyKey: crypto.randomUUID(),
  };
}
