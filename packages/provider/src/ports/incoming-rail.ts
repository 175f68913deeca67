import type { Micros } from "../money/micros.ts";
import type { ExecutorContext } from "./executor-context.ts";
import type { JsonObject } from "./json.ts";
import type { PaymentMode } from "./payment-processor.ts";

/** A payment to the treasury that was announced, for example by a signed authorization. */
export interface IncomingMovement {
  /** Identity of the movement, 1 to 255 characters. Credited once. */
  readonly id: string;
  readonly workspaceId: string;
  readonly amount: Micros;
  /** Who pays, as the rail proves it. */
  readonly payer: string;
  /** What was sold. */
  readonly description: string;
  /** What the rail needs to find it: at most 4 KiB as JSON, without secrets. */
  readonly details: JsonObject;
}

export type MovementFinding =
  /** Arrived, and it counts. It is looked at again after this time, or never. */
  | { readonly kind: "counted"; readonly reviewAfterMs: number | null }
  /** It may arrive. Asked again after this time. */
  | { readonly kind: "pending"; readonly afterMs: number }
  /** It did not arrive and never will, or it was taken back. A credit is reversed. */
  | { readonly kind: "gone"; readonly reason: string };

/** Finds payments to the treasury on a rail. Its claims are read from the rail, never from a payer. */
export interface IncomingRail {
  readonly specificationVersion: "1";
  /** For example `x402`. */
  readonly provider: string;
  mode(): PaymentMode;
  /** Called once, by `createTreasury`, before any other method. */
  connect?(context: ExecutorContext): void;
  /** Read-only; may be repeated. A rejection is asked again later. */
  find(movement: IncomingMovement): Promise<MovementFinding>;
}
