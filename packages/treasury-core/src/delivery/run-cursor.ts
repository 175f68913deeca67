import type { Engine } from "../treasury/engine.ts";
import { saveProgress, takeLease } from "./cursor-commands.ts";
import { type Cursor, cursorWorkspaceId, nextRetryAt } from "./cursor.ts";
import { type BatchDeps, deliverBatch } from "./deliver-batch.ts";
import { leaseMsOf, turnMs } from "./delivery-times.ts";
import type { EventConsumer, EventTarget } from "./event-consumer.ts";

const recordsInPage = 50;
/** After a page without records, because expired records are only counted. */
const recordsInGap = 1_000;

export type DeliveryDeps = Pick<
  Engine,
  "storage" | "committer" | "clock" | "identifiers" | "report"
>;

export type RunEnd =
  /** Another process delivers, and has come to this ordinal. */
  | { readonly kind: "held"; readonly ordinal: number }
  /** Another process took the lease, because this one was suspended. */
  | { readonly kind: "lost" }
  | {
      readonly kind: "released";
      readonly ordinal: number;
      readonly hasMore: boolean;
      /** Null if nothing is parked. */
      readonly retryInMs: number | null;
    };

export interface CursorRun {
  readonly consumer: EventConsumer;
  readonly workspaceId: string;
  readonly target: EventTarget;
  /** Ordinal of the record to deliver. */
  readonly wanted: number;
}

/** Delivers the waiting events of one target in one workspace, for at most half a minute. */
export async function runCursor(
  deps: DeliveryDeps,
  { consumer, workspaceId, target, wanted }: CursorRun,
  closing: AbortSignal,
): Promise<RunEnd> {
  const { committer, clock, identifiers } = deps;
  const name = { workspaceId, target: target.id };
  const cursors = cursorWorkspaceId(consumer.id);
  const holder = identifiers.random();
  const leaseMs = leaseMsOf(consumer);
  const request = { holder, leaseMs, since: target.since, wanted };
  const lease = await committer.run(cursors, takeLease(name, request));
  if (lease.kind === "held") return lease;
  if (lease.kind === "idle") return released(lease.cursor, false, lease.now);
  const startedAt = clock.monotonic();
  const now = (): number => lease.now + Math.round(clock.monotonic() - startedAt);
  const batchDeps: BatchDeps = { ...deps, consumer, closing, now };
  let { cursor } = lease;
  let width = recordsInPage;
  for (;;) {
    const { changes, hasMore, isEmpty } = await deliverBatch(batchDeps, target, cursor, width);
    const isOver = !hasMore || closing.aborted || now() - lease.now >= turnMs;
    const progress = { holder, changes, hasMore, leaseMs: isOver ? null : leaseMs };
    const saved = await committer.run(cursors, saveProgress(name, progress));
    if (saved === null) return { kind: "lost" };
    if (isOver) return released(saved, hasMore, now());
    cursor = saved;
    width = isEmpty ? recordsInGap : recordsInPage;
  }
}

function released(cursor: Cursor, hasMore: boolean, now: number): RunEnd {
  const retryAt = nextRetryAt(cursor);
  const retryInMs = retryAt === null ? null : Math.max(0, retryAt - now);
  return { kind: "released", ordinal: cursor.ordinal, hasMore, retryInMs };
}
