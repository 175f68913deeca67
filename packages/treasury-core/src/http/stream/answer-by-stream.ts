import type { StreamItem } from "@agent-treasury/contract";
import type { Clock } from "@agent-treasury/provider";
import { invalidRequest } from "../../kernel/errors.ts";
import type { DraftAnswer } from "../answers.ts";
import type { TurnCaller } from "../principal.ts";
import type { ServiceRequest } from "../service-request.ts";
import { ItemStream } from "./item-stream.ts";
import type { OpenStreams } from "./open-streams.ts";

export interface StreamCall {
  readonly caller: TurnCaller;
  readonly requestId: string;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/**
 * Errors before the first event get their own status. The turn continues if the stream ends.
 *
 * @throws TreasuryError `service_busy` before `begin`, and errors of `begin`.
 */
export async function answerByStream(
  streams: OpenStreams,
  begin: (leaving: AbortSignal) => Promise<AsyncGenerator<StreamItem, void, undefined>>,
  { caller, requestId, clock, report }: StreamCall,
): Promise<DraftAnswer> {
  const { body } = await streams.open(caller, async () => {
    const watching = new AbortController();
    const items = await begin(watching.signal);
    const first = await items.next();
    return new ItemStream({
      items,
      first: first.done === true ? null : first.value,
      requestId,
      clock,
      leave: () => watching.abort(new Error("The stream was closed.")),
      report,
    });
  });
  return {
    status: 200,
    // Disables caching, compression and proxy buffering.
    headers: [
      ["content-type", "text/event-stream; charset=utf-8"],
      ["cache-control", "no-cache, no-transform"],
      ["x-accel-buffering", "no"],
      ["x-content-type-options", "nosniff"],
      ["x-request-id", requestId],
    ],
    body,
  };
}

const stream = "text/event-stream";
const json = "application/json";

/** The first of equal preferences counts. Defaults to JSON. */
export function acceptsStream({ headers }: ServiceRequest): boolean {
  const accepted = headers.get("accept");
  if (accepted === null || !accepted.toLowerCase().includes(stream)) return false;
  const [preferred] = accepted
    .split(",")
    .map(readRange)
    .filter(({ type, quality }) => quality > 0 && (type === stream || type === json))
    .toSorted((left, right) => right.quality - left.quality);
  return preferred?.type === stream;
}

/** Whether it names JSON. */
export function acceptsJson({ headers }: ServiceRequest): boolean {
  const ranges = (headers.get("accept") ?? "").split(",").map(readRange);
  return ranges.some(({ type, quality }) => type === json && quality > 0);
}

interface MediaRange {
  readonly type: string;
  /** 0 means not acceptable. */
  readonly quality: number;
}

function readRange(range: string): MediaRange {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: Number.isNaN(quality) ? 0 : quality };
}

/**
 * Browsers send it when they reconnect.
 *
 * @throws TreasuryError `invalid_request` for an invalid id.
 */
export function lastEventIdOf({ headers }: ServiceRequest): string | null {
  const given = headers.get("last-event-id");
  if (given === null || given === "") return null;
  if (/^\d{1,15}$/.test(given)) return given;
  throw invalidRequest("The header `last-event-id` is not an event id.");
}
