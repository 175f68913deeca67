import { Micros } from "@agent-treasury/provider";
import type { StoreAddress } from "../stores/store.ts";

export interface MeterTask {
  readonly store: StoreAddress;
  readonly tabId: string;
  /** Lines of `MeteredCall`. */
  readonly journalPath: string;
  /** Calls at once. */
  readonly callers: number;
  readonly seed: number;
}

/** What a scripted model was asked to do. Micro-dollars. */
export interface MeteredCall {
  readonly number: number;
  readonly worst: number;
  /** What the provider counted. Missing while it works. */
  readonly usage?: number;
}

export function usdOf(micros: number): number {
  return Micros.toUsd(Micros.of(String(micros)));
}
