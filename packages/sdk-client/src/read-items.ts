import type { TurnStreamItem } from "@agent-treasury/contract/wire";

/** Three heartbeat intervals of the service. After this the connection is treated as dead. */
const longestSilenceMs = 45_000;

/**
 * Reads items from a stream of server-sent events until it ends or disconnects. The service writes
 * each item as one line of data. An incomplete last line is discarded.
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
      // A broken connection is treated like a closed one.
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      clearTimeout(silence);
      if (value === undefined) return;
      const text = decoder.decode(value, { stream: true });
      rest += text;
      // A long line in many chunks is joined only once.
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
