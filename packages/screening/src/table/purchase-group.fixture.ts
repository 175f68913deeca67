import type { GatedSpend } from "../safety-gate.ts";

/** Purchases of one kind, written for this project. Some vendors are fictional. */
export interface PurchaseGroup {
  /** As named in docs/safety.md. */
  readonly kind: string;
  /** To be blocked or reviewed. */
  readonly prohibited?: readonly GatedSpend[];
  /** Legitimate, whatever the words resemble. */
  readonly ordinary?: readonly GatedSpend[];
}

/** One purchase per line: the vendor, a bar, the purpose, and optionally a bar and a category. */
export function purchases(lines: string): GatedSpend[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [vendor = "", purpose = "", category = null] = line
        .split(" | ")
        .map((part) => part.trim());
      if (vendor === "" || purpose === "") throw new Error(`Not a purchase: ${line}`);
      return { vendor, purpose, category };
    });
}
