import type { TurnStreamItem } from "@agent-treasury/contract";

const encoder = new TextEncoder();

/** What keeps a silent connection open; readers of a stream pass over it. */
export const heartbeat: Uint8Array = encoder.encode(": still here\n\n");

/**
 * An item as a server-sent event: named by its kind, and with its id where a stream can go on after it.
 * JSON has no line ends of its own, so its text is one line of data.
 *
 * @param requestId - Goes with a failure, whichever request the turn was begun by: it is the one that
 *   this caller knows.
 */
export function encodeItem(item: TurnStreamItem, requestId: string): Uint8Array {
  const id = "id" in item ? `id: ${item.id}\n` : "";
  const data =
    item.kind === "failure" ? { ...item, failure: { ...item.failure, requestId } } : item;
  return encoder.encode(`event: ${item.kind}\n${id}data: ${JSON.stringify(data)}\n\n`);
}
