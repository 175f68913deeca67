import type { TreasuryState } from "@agent-treasury/sdk-client";

/** Which kind of money moves here. */
export interface MoneyKind {
  readonly kind: "sandbox" | "test" | "live" | "none";
  /** In a word or two. */
  readonly label: string;
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
    return { kind: "sandbox", label: "Sandbox · play money", words };
  }
  const provider = capital(paymentProvider ?? "no provider");
  switch (paymentMode) {
    case "live":
      return { kind: "live", label: `${provider} · live`, words: "Real money moves here." };
    case "test":
      return { kind: "test", label: `${provider} · test mode`, words: "No real money moves." };
    case "none":
      return { kind: "none", label: "No payments", words: "No payment processor is connected." };
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
