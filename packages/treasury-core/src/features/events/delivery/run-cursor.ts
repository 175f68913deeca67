import type { Engine } from "../../../kernel/engine.ts";
import { renewLease, saveProgress, takeLease } from "./cursor-commands.ts";
import { cursorWorkspaceId } from "./cursor-workspace.ts";
import { type Cursor, nextRetryAt } from "./cursor.ts";
import { type BatchDeps, deliverBatch } from "./deliver-batch.ts";
import { turnMs } from "./delivery-times.ts";
import type { EventConsumer, EventTarget } from "./event-consumer.ts";
import { heldLease } from "./held-lease.ts";

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
  const cursors = cursorWorkspaceId(deps.storage, consumer.id, workspaceId);
  const holder = identifiers.random();
  const requestedAt = clock.monotonic();
  const lease = await committer.run(
    cursors,
    takeLease(name, { holder, since: target.since, wanted }),
  );
  if (lease.kind === "held") return lease;
  if (lease.kind === "idle") return released(lease.cursor, false, lease.now);
  const renew = (): Promise<boolean> => committer.run(cursors, renewLease(name, holder));
  const held = heldLease({ clock, closing, requestedAt, renew });
  const startedAt = clock.monotonic();
  const now = (): number => lease.now + Math.round(clock.monotonic() - startedAt);
  const batchDeps: BatchDeps = { ...deps, consumer, lease: held, closing: held.signal, now };
  let { cursor } = lease;
  let width = recordsInPage;
  try {
    for (;;) {
      const { changes, hasMore, isEmpty } = await deliverBatch(batchDeps, target, cursor, width);
      const isOver = !hasMore || held.signal.aborted || now() - lease.now >= turnMs;
      if (isOver) held.release();
      const progress = { holder, changes, hasMore, isOver };
      const saved = await committer.run(cursors, saveProgress(name, progress));
      if (saved === null) return { kind: "lost" };
      if (isOver) return released(saved, hasMore, now());
      cursor = saved;
      width = isEmpty ? recordsInGap : recordsInPage;
    }
  } finally {
    held.release();
  }
}

function released(cursor: Cursor, hasMore: boolean, now: number): RunEnd {
  const retryAt = nextRetryAt(cursor);
  const retryInMs = retryAt === null ? null : Math.max(0, retryAt - now);
  return { kind: "released", ordinal: cursor.ordinal, hasMore, retryInMs };
}
