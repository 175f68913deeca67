import { TreasuryError, type PaymentProcessor } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";
import { countingPayments } from "./outside-world.fixture.ts";

const baseUrl = "http://localhost:3000";

/** Sends a body of `bytes`, and returns the failure's code and whether the body was read. */
async function deliver(payments: PaymentProcessor, bytes: number, signature?: string) {
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    payments: { processor: payments },
    onFailure: () => {},
  });
  let wasRead = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        wasRead = true;
        controller.enqueue(new Uint8Array(bytes));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers: HeadersInit = signature === undefined ? {} : { "x-signature": signature };
  const init = { method: "POST", body, headers, duplex: "half" } as const;
  const request = new Request(`${baseUrl}/api/service/treasury/webhook`, init);
  const response = await treasury.handler(request);
  const { code = null } = (await response.json()) as { code?: string };
  await treasury.close();
  return { status: response.status, code, wasRead };
}

const signed: PaymentProcessor = {
  ...countingPayments(),
  checkDelivery: (headers) => {
    if (headers["x-signature"] === "valid") return;
    throw new TreasuryError("webhook_signature_invalid", "There is no signature.");
  },
  events: async () => [],
};

it("rejects a delivery by its headers, before its body is read", async () => {
  const refused = { status: 400, code: "webhook_signature_invalid", wasRead: false };
  expect(await deliver(signed, 10)).toEqual(refused);
  expect(await deliver(signed, 10, "other")).toEqual(refused);
  expect(await deliver(signed, 10, "valid")).toEqual({ status: 200, code: null, wasRead: true });
});

it("reads no body without a processor that has a webhook", async () => {
  expect(await deliver(countingPayments(), 10)).toMatchObject({
    code: "webhook_not_connected",
    wasRead: false,
  });
});

it("accepts deliveries of up to 256 KiB", async () => {
  expect(await deliver(signed, 262_144, "valid")).toMatchObject({ status: 200 });
  expect(await deliver(signed, 262_145, "valid")).toMatchObject({ code: "body_too_large" });
});
