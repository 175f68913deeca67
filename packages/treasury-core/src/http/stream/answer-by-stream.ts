import type { TurnStreamItem } from "@agent-treasury/contract";
import { type Clock, TreasuryError } from "@agent-treasury/provider";
import type { DraftAnswer } from "../answers.ts";
import type { ServiceRequest } from "../service-request.ts";
import { ItemStream } from "./item-stream.ts";
import type { OpenStreams } from "./open-streams.ts";

/** What a stream is opened for. */
export interface StreamCall {
  readonly requestId: string;
  readonly clock: Clock;
  /** Told why a stream broke off. */
  readonly report: (error: unknown) => void;
}

/**
 * Answers by a stream of what happens in a turn. What cannot be begun or watched is refused here, while a
 * status can still say so. The turn runs on, whatever becomes of the stream.
 *
 * @throws TreasuryError `service_busy` before `begin`, and what `begin` throws.
 */
export async function answerByStream(
  streams: OpenStreams,
  begin: (leaving: AbortSignal) => Promise<AsyncGenerator<TurnStreamItem, void, undefined>>,
  call: StreamCall,
): Promise<DraftAnswer> {
  const { body } = await streams.open(() => watch(begin, call));
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
  begin: Parameters<typeof answerByStream>[1],
  { requestId, clock, report }: StreamCall,
): Promise<ItemStream> {
  const watching = new AbortController();
  const items = await begin(watching.signal);
  const first = await items.next();
  return new ItemStream({
    items,
    first: first.done === true ? null : first.value,
    requestId,
    clock,
    leave: () => watching.abort(new Error("Nobody watches the turn here any more.")),
    report,
  });
}

const stream = "text/event-stream";
const json = "application/json";

/**
 * Whether a caller wants what happens as it happens. Who names both forms gets the one that it prefers,
 * and of two that it likes alike the one that it names first; who names neither gets JSON.
 */
export function acceptsStream({ headers }: ServiceRequest): boolean {
  const accepted = headers.get("accept");
  // Nearly every request ends here.
  if (accepted === null || !accepted.toLowerCase().includes(stream)) return false;
  const [preferred] = accepted
    .split(",")
    .map(readRange)
    .filter(({ type, quality }) => quality > 0 && (type === stream || type === json))
    .toSorted((left, right) => right.quality - left.quality);
  return preferred?.type === stream;
}

interface MediaRange {
  readonly type: string;
  /** From 0 to 1; 0 is what is not wanted. */
  readonly quality: number;
}

function readRange(range: string): MediaRange {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: Number.isNaN(quality) ? 0 : quality };
}

/**
 * The id of the last event that a caller saw, from the header that browsers send when they reconnect;
 * null where there is none.
 *
 * @throws TreasuryError `invalid_request` when it can be no id of an event.
 */
export function lastEventIdOf({ headers }: ServiceRequest): string | null {
  const given = headers.get("last-event-id");
  if (given === null || given === "") return null;
  if (/^\d{1,15}$/.test(given)) return given;
  throw new TreasuryError("invalid_request", "The header `last-event-id` is no id of an event.");
}
