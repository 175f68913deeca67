import type { MachineSpec, PaymentMode, TreasuryError } from "@agent-treasury/provider";
import type { ServiceOptions } from "../service/treasury/service-parts.ts";

/**
 * Methods that are called across. A model's `stream` travels part by part, each in a line
 * and an outcome of its own; a storage's `copy` as a whole.
 */
export const remoteMethods = {
  storage: [
    "load",
    "commit",
    "view",
    "due",
    "workspaces",
    "sweep",
    "copy",
    "rewriteEntries",
    "close",
  ],
  turnLog: ["append", "read", "erase", "sweep"],
  model: ["stream"],
  payments: ["createCheckout", "readCheckout", "events"],
  machines: ["list", "provision", "get", "suspend", "start", "exec", "destroy"],
} as const;

/** A port that is served. */
export type PortName = keyof typeof remoteMethods;

/** One call of a port's method. */
export interface RemoteCall {
  /** Which set of ports the caller believes to be served. */
  readonly generation: number;
  readonly port: PortName;
  readonly method: string;
  readonly given: readonly unknown[];
}

/** What a call came to. */
export type RemoteOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** What of the ports is known without a call, and the options that go with them. */
export interface RemoteState {
  /** One more with each set of ports. */
  readonly generation: number;
  readonly storage: { readonly name: string; readonly turnLog: { readonly name: string } | null };
  readonly model: { readonly provider: string; readonly modelId: string } | null;
  readonly payments: {
    readonly provider: string;
    /** The error that asking for the mode throws, when it does. */
    readonly mode: PaymentMode | TreasuryError;
  } | null;
  readonly machines: {
    readonly provider: string;
    readonly real: boolean;
    readonly networked: boolean;
    readonly configured: boolean;
    readonly defaultSpec: MachineSpec;
  } | null;
  readonly options: ServiceOptions;
}
