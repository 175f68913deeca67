import type { TreasuryState } from "@agent-treasury/sdk-client";

/** The kind of money of a workspace. */
export interface MoneyKind {
  readonly kind: "sandbox" | "test" | "live" | "none";
  readonly label: string;
  /** An addition to the label for wide windows; empty for none. */
  readonly detail: string;
  readonly text: string;
}

/** Returns the kind of money, by the connected payment processor. */
export function moneyKind({
  paymentMode,
  paymentProvider,
}: Pick<TreasuryState, "paymentMode" | "paymentProvider">): MoneyKind {
  if (paymentProvider === "sandbox") {
    const text = "Sandbox with test money. Nothing is charged or paid.";
    return { kind: "sandbox", label: "Sandbox", detail: "test money", text };
  }
  const provider = capital(paymentProvider ?? "no provider");
  switch (paymentMode) {
    case "live":
      return { kind: "live", label: "Live", detail: provider, text: "Real money moves here." };
    case "test":
      return { kind: "test", label: "Test mode", detail: provider, text: "No real money moves." };
    case "none":
      return {
        kind: "none",
        label: "No payments",
        detail: "",
        text: "No payment processor connected.",
      };
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
