import { isTreasuryError } from "@agent-treasury/provider";
import { Stripe } from "stripe";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type StripePaymentsOptions, stripePayments } from "./stripe-payments.ts";

function refusalOf(options: StripePaymentsOptions): string {
  try {
    stripePayments(options).mode();
  } catch (error) {
    if (isTreasuryError(error) && error.code === "payments_not_connected") return error.message;
    throw error;
  }
  throw new Error("It should have been refused.");
}

afterEach(() => vi.unstubAllEnvs());

describe("Stripe's connection", () => {
  it.each([
    ["sk_test_51A", "test"],
    ["rk_test_51A", "test"],
    ["sk_live_51A", "live"],
    ["rk_live_51A", "live"],
  ])("derives from the key %s that it is in %s mode", (apiKey, mode) => {
    expect(stripePayments({ apiKey }).mode()).toBe(mode);
  });

  it.each(["pk_live_51Secret", "sk_org_51Secret", "sk_51Secret", "51Secret", "SK_LIVE_51Secret"])(
    "rejects the key %s without repeating it",
    (apiKey) => {
      expect(refusalOf({ apiKey })).not.toContain("51Secret");
    },
  );

  it.each(["", "  ", "sk_test_\n51", "sk_test_é"])(
    "rejects %j, which no header can carry",
    (apiKey) => {
      expect(refusalOf({ apiKey })).toMatch(/key/);
    },
  );

  it("reads the environment at the first call", () => {
    vi.stubEnv("STRIPE_SECRET_KEY", "");
    const payments = stripePayments();
    expect(() => payments.mode()).toThrow("STRIPE_SECRET_KEY is not set");
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_51A");
    expect(payments.mode()).toBe("test");
  });

  it("requires the mode with the app's own client", () => {
    const client = new Stripe("sk_test_51A");
    expect(stripePayments({ client, mode: "test" }).mode()).toBe("test");
    expect(refusalOf({ client })).toContain("`mode`");
  });

  it.each(["stripe.example", "ftp://stripe.example", "https://stripe.example/v1", "https://s?x=1"])(
    "rejects the address %s",
    (apiUrl) => {
      expect(refusalOf({ apiKey: "sk_test_51A", apiUrl })).toContain("STRIPE_API_URL");
    },
  );

  it("sends no live key unencrypted", () => {
    const apiUrl = "http://stripe.example";
    expect(refusalOf({ apiKey: "sk_live_51A", apiUrl })).toContain("must be https://");
    expect(stripePayments({ apiKey: "sk_test_51A", apiUrl }).mode()).toBe("test");
  });
});
