import type { TurnStreamItem } from "@agent-treasury/contract/wire";

/** Three heartbeats of the service: after this the connection is dead, whatever it says. */
const longestSilenceMs = 45_000;

/**
 * Reads a stream of server-sent events, item by item, to its end or to where it is cut. The service
 * writes an item as one line of data, and all that a reader needs is in it; a line that broke off is no
 * item.
 */
export async function* readItems(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<TurnStreamItem, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const leave = () => reader.cancel().catch(() => {});
  let rest = "";
  try {
    for (;;) {
      const silence = setTimeout(() => void leave(), longestSilenceMs);
      // A connection that breaks and one that is closed come to the same.
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      clearTimeout(silence);
      if (value === undefined) return;
      const text = decoder.decode(value, { stream: true });
      rest += text;
      // A long line in many pieces is joined once.
      if (!text.includes("\n")) continue;
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data:")) yield JSON.parse(line.slice(5)) as TurnStreamItem;
      }
    }
  } finally {
    await leave();
  }
}
