import type { TreasuryState } from "@agent-treasury/sdk-client";

/** Which kind of money moves here. */
export interface MoneyKind {
  readonly kind: "sandbox" | "test" | "live" | "none";
  /** In a word. */
  readonly label: string;
  /** In a word more, where there is room; empty where there is none to say. */
  readonly detail: string;
  /** In a sentence. */
  readonly words: string;
}

/** Tells which kind of money moves, by what the treasury is connected to. */
export function moneyKind({
  paymentMode,
  paymentProvider,
}: Pick<TreasuryState, "paymentMode" | "paymentProvider">): MoneyKind {
  if (paymentProvider === "sandbox") {
    const words = "This is a sandbox: play money. Nothing here is charged or paid.";
    return { kind: "sandbox", label: "Sandbox", detail: "play money", words };
  }
  const provider = capital(paymentProvider ?? "no provider");
  switch (paymentMode) {
    case "live":
      return { kind: "live", label: "Live", detail: provider, words: "Real money moves here." };
    case "test":
      return { kind: "test", label: "Test mode", detail: provider, words: "No real money moves." };
    case "none":
      return {
        kind: "none",
        label: "No payments",
        detail: "",
        words: "No payment processor is connected.",
      };
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
