import type { DraftAnswer } from "../answers.ts";
import type { Service } from "../operations.ts";
import { ItemStream } from "./item-stream.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { WatchedTurn } from "./streamed-operations.ts";

/** What a stream is opened for. */
export interface StreamCall {
  readonly requestId: string;
  /** Told why a stream broke off. */
  readonly report: (error: unknown) => void;
}

/**
 * Answers by a stream of what happens in a turn. What cannot be begun or watched is refused here, while a
 * status can still say so. The turn runs on, whatever becomes of the stream.
 *
 * @throws TreasuryError `service_busy` before `begin`, what `begin` throws, `turn_not_found`.
 */
export async function answerByStream(
  service: Service,
  streams: OpenStreams,
  begin: () => Promise<WatchedTurn>,
  call: StreamCall,
): Promise<DraftAnswer> {
  const { body } = await streams.open(async () => watch(service, await begin(), call));
  return {
    status: 200,
    // Nothing on its way may hold it back: no cache, no compression, no proxy.
    headers: [
      ["content-type", "text/event-stream; charset=utf-8"],
      ["cache-control", "no-cache, no-transform"],
      ["x-accel-buffering", "no"],
      ["x-content-type-options", "nosniff"],
      ["x-request-id", call.requestId],
    ],
    body,
  };
}

async function watch(
  { turns, engine }: Service,
  { workspaceId, turnId, after }: WatchedTurn,
  { requestId, report }: StreamCall,
): Promise<ItemStream> {
  const watching = new AbortController();
  const items = turns.watch({ workspaceId, turnId }, after, watching.signal);
  const first = await items.next();
  return new ItemStream({
    items,
    first: first.done === true ? null : first.value,
    requestId,
    clock: engine.clock,
    leave: () => watching.abort(new Error("Nobody watches the turn here any more.")),
    report,
  });
}
