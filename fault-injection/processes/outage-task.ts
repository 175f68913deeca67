import type { StoreAddress } from "../stores/store.ts";

/** The ways by which a payment begins. */
export const payingWays = [
  "decide",
  "decide-keyed",
  "decide-resume",
  "decide-call",
  "channel",
  "propose",
  "propose-call",
  "agent",
  "fetch",
  "fetch-call",
  "mcp",
  "mcp-fetch",
  "turn",
  "turn-stream",
  "turn-call",
] as const;
export type PayingWay = (typeof payingWays)[number];

/** Requests without a payment, sent after the database is lost. */
export const otherWays = ["reset", "ask", "read"] as const;
export type OtherWay = (typeof otherWays)[number];

/** A service whose database is lost while it pays. */
export interface OutageTask {
  readonly name: string;
  readonly store: StoreAddress;
  readonly ways: readonly PayingWay[];
  /** Each line is the id of a proposal that the payee was asked to pay. */
  readonly payeePath: string;
}

/** Each way has a workspace, which the processes share unless it runs turns or is reset. */
export function workspaceOf(way: PayingWay | OtherWay, process: string): string {
  const isShared = !way.startsWith("turn") && way !== "decide-resume" && way !== "reset";
  return isShared ? way : `${way}-${process}`;
}

/** Identifies the spend of a way and a process. */
export function purposeOf(way: PayingWay | OtherWay, process: string): string {
  return `${way} of ${process}`;
}

/** What the process prints, one JSON value a line. */
export type OutageLine =
  | { readonly kind: "prepared" | "started" | "paying" | "answered" }
  | {
      readonly kind: "answer";
      readonly way: PayingWay | OtherWay;
      readonly text: string;
      readonly afterMs: number;
    }
  | { readonly kind: "log"; readonly action: string | null; readonly text: string }
  | OutageEvent;

export interface OutageEvent {
  readonly kind: "event";
  readonly event: string;
  readonly proposalId: string | null;
}
