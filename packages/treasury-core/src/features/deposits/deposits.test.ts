import {
  TreasuryError,
  Micros,
  type PaymentMode,
  type PaymentProcessor,
} from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";

/** A processor with one paid checkout. */
function processor(mode: () => PaymentMode): PaymentProcessor {
  return {
    specificationVersion: "1",
    provider: "test",
    mode,
    createCheckout: async () => ({ id: "session-1", url: "http://localhost/", expiresAt: null }),
    readCheckout: async () => ({
      id: "session-1",
      workspaceId: "demo",
      paid: true,
      amount: Micros.of(5_000_000n),
      currency: "usd",
      paymentReference: null,
    }),
  };
}

describe("a processor without its key", () => {
  it("is not connected, even if it funded the workspace earlier", async () => {
    let connected = true;
    const payments = processor(() => {
      if (connected) return "test";
      throw new TreasuryError("payments_not_connected", "The processor has no key.");
    });
    const baseUrl = "http://localhost:3000";
    const treasury = createTreasury({
      baseUrl,
      storage: memoryStorage(),
      payments: { processor: payments },
    });
    await treasury.confirmDeposit({ sessionId: "session-1" });
    connected = false;
    const notConnected = { code: "payments_not_connected", message: "The processor has no key." };
    await expect(treasury.startDeposit({ amountUsd: 5 })).rejects.toMatchObject(notConnected);
    await expect(treasury.confirmDeposit({ sessionId: "session-1" })).rejects.toMatchObject(
      notConnected,
    );
  });
});
