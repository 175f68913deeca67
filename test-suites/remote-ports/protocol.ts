import type { MachineSpec, PaymentMode, TreasuryError } from "@agent-treasury/provider";
import type { ServiceOptions } from "../service/treasury/service-parts.ts";

/**
 * The remote methods. A model's `stream` is sent part by part, one outcome per line; a storage's
 * `copy` is sent as a whole.
 */
export const remoteMethods = {
  storage: [
    "load",
    "commit",
    "view",
    "due",
    "workspaces",
    "purge",
    "copy",
    "rewriteEntries",
    "close",
  ],
  turnLog: ["append", "read", "erase", "purge"],
  model: ["stream"],
  payments: ["createCheckout", "readCheckout", "events"],
  machines: ["list", "provision", "get", "suspend", "start", "exec", "destroy"],
} as const;

export type PortName = keyof typeof remoteMethods;

/** One call of a port's method. */
export interface RemoteCall {
  /** The caller's expected generation of ports. */
  readonly generation: number;
  readonly port: PortName;
  readonly method: string;
  readonly given: readonly unknown[];
}

export type RemoteOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** The ports' synchronous properties, with the treasury's options. */
export interface RemoteState {
  /** Incremented with each set of ports. */
  readonly generation: number;
  readonly storage: { readonly name: string; readonly turnLog: { readonly name: string } | null };
  readonly model: { readonly provider: string; readonly modelId: string } | null;
  readonly payments: {
    readonly provider: string;
    /** The mode, or the error that reading it throws. */
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
