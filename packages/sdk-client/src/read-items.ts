import type { StreamItem } from "@agent-treasury/contract/wire";

/** Three heartbeat intervals of the service. */
const longestSilenceMs = 45_000;

/**
 * Reads items from server-sent events until the stream ends or disconnects. Each item is one line
 * of data. An incomplete line is discarded.
 */
export async function* readItems<Item extends StreamItem>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Item, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const cancel = () => reader.cancel().catch(() => {});
  let rest = "";
  try {
    for (;;) {
      const silence = setTimeout(() => void cancel(), longestSilenceMs);
      // Handles a broken connection like a closed one.
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      clearTimeout(silence);
      if (value === undefined) return;
      const text = decoder.decode(value, { stream: true });
      rest += text;
      // Joins a long line only once.
      if (!text.includes("\n")) continue;
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data:")) yield JSON.parse(line.slice(5)) as Item;
      }
    }
  } finally {
    await cancel();
  }
}
