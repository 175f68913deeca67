import type { ScreeningInput } from "../screening-rules.ts";

/** Purchases of one kind, written for this project; some of them are sold by vendors that nobody made. */
export interface PurchaseGroup {
  /** The kind in FIGURES.md. */
  readonly kind: string;
  /** Not to be bought without a person: to be blocked or put before one. */
  readonly prohibited?: readonly ScreeningInput[];
  /** May be bought, whatever its words resemble. */
  readonly ordinary?: readonly ScreeningInput[];
}

/** One purchase a line: the vendor, a bar, the purpose, and if need be a bar and a category. */
export function purchases(lines: string): ScreeningInput[] {
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
