import type {
  Input,
  RouteNameAt,
  TurnStreamItem,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import { TreasuryConnectionError } from "./errors.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import type { CallOptions, TreasuryClientOptions } from "./options.ts";
import { readItems } from "./read-items.ts";
import type { StreamedRoute } from "./route.ts";
import type { Open } from "./transport.ts";

/** Follows what an operation begins or names; `after` is the id of the last event that is known. */
export type Follow = <At extends StreamedRoute>(
  route: At,
  input: Input<RouteNameAt<At>>,
  after: string | undefined,
  call?: CallOptions,
) => AsyncGenerator<TurnStreamItem, void>;

/**
 * Binds {@link Follow} to a transport. The turn runs on when its stream is cut, so the stream is taken up
 * again behind the last event that came: without a gap, and without a repetition.
 */
export function createFollow(open: Open, { maximumReconnects = 8 }: TreasuryClientOptions): Follow {
  return async function* (route, input, from, call = {}) {
    let after = from;
    // One key for every attempt: a turn whose stream broke off before it said which is found by it.
    const { idempotencyKey = newIdempotencyKey() } = call;
    let turnId: string | undefined;
    let cuts = 0;
    // How far the text came since the last event: a stream that is taken up again begins with all of it.
    let heard = 0;
    for (;;) {
      const body = await (turnId
        ? open(
            "GET /agent/turns/{id}/events",
            { id: turnId, workspaceId: (input as WorkspaceRequest).workspaceId },
            { ...call, after, maximumRetries: maximumReconnects },
          )
        : open(route, input, { ...call, idempotencyKey, after }));
      for await (const item of readItems(body)) {
        if (item.kind === "turn") {
          if (turnId) continue;
          turnId = item.turnId;
        } else {
          const end = item.kind === "text" ? item.offset + item.text.length : 0;
          if (!end || end > heard) {
            heard = end;
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
        throw new TreasuryConnectionError("The stream broke off; its turn may have gone on.");
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 250 * cuts);
        call.signal?.addEventListener("abort", resolve);
      });
      call.signal?.throwIfAborted();
    }
  };
}
