import type { ReplayReport, ReplayRequest, ReplayStreamItem } from "@agent-treasury/contract/wire";
import { errorOfAnswer } from "./answer.ts";
import { TreasuryConnectionError } from "./errors.ts";
import type { ReplayOptions } from "./options.ts";
import { readItems } from "./read-items.ts";
import type { Open } from "./transport.ts";

export type Replay = (request: ReplayRequest, call?: ReplayOptions) => Promise<ReplayReport>;

/** A replay that disconnects must be started again, because it stores nothing. */
export function createReplay(open: Open): Replay {
  return async (request, { onProgress, ...call } = {}) => {
    const body = await open("POST /treasury/rules/replay safe", request, call);
    for await (const item of readItems<ReplayStreamItem>(body)) {
      if (item.kind === "result") return item.result;
      if (item.kind === "failure") {
        throw errorOfAnswer({
          address: "",
          response: new Response(null, { status: 500 }),
          body: item.failure,
        });
      }
      onProgress?.(item);
    }
    call.signal?.throwIfAborted();
    throw new TreasuryConnectionError("The replay disconnected. Start it again.");
  };
}
