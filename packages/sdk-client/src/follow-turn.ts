import type { Input, TurnStreamItem, WorkspaceRequest } from "@agent-treasury/contract/wire";
import { TreasuryConnectionError } from "./errors.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import type { CallOptions, TreasuryClientOptions } from "./options.ts";
import { readItems } from "./read-items.ts";
import type { RouteNameOf, TurnRoute } from "./route.ts";
import type { Open } from "./transport.ts";

/** `after` is the id of the last known event. */
export type Follow = <At extends TurnRoute>(
  route: At,
  input: Input<RouteNameOf<At>>,
  after: string | undefined,
  call?: CallOptions,
) => AsyncGenerator<TurnStreamItem, void>;

/**
 * Reconnects after the last received event, without gaps or repetitions, because a turn continues
 * when its stream disconnects.
 */
export function createFollow(open: Open, { maximumReconnects = 8 }: TreasuryClientOptions): Follow {
  return async function* (route, input, from, call = {}) {
    let after = from;
    // Finds the turn if its stream disconnected before the turn id arrived.
    const { idempotencyKey = newIdempotencyKey() } = call;
    let turnId: string | undefined;
    let cuts = 0;
    // The end of the received text. A reconnected stream repeats the whole text.
    let received = 0;
    for (;;) {
      const body = await (turnId
        ? open(
            "GET /agent/turns/{id}/events",
            { id: turnId, workspaceId: (input as WorkspaceRequest).workspaceId },
            { ...call, after, maximumRetries: maximumReconnects },
          )
        : open(route, input, { ...call, idempotencyKey, after }));
      for await (const item of readItems<TurnStreamItem>(body)) {
        if (item.kind === "turn") {
          if (turnId) continue;
          turnId = item.turnId;
        } else {
          const end = item.kind === "text" ? item.offset + item.text.length : 0;
          if (!end || end > received) {
            received = end;
            cuts = 0;
          }
        }
        if ("id" in item) after = item.id;
        yield item;
        if (item.kind === "result" || item.kind === "failure") return;
      }
      call.signal?.throwIfAborted();
      cuts += 1;
      if (cuts > maximumReconnects) {
        throw new TreasuryConnectionError("The stream disconnected. Its turn may still run.");
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 250 * cuts);
        call.signal?.addEventListener("abort", resolve);
      });
      call.signal?.throwIfAborted();
    }
  };
}
