/** More than the reads that a screen repeats. */
const answersKept = 24;

interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
  readonly type: string;
}

/**
 * A `fetch` that keeps the last answers to reads, so that the service does not send an unchanged one
 * again. It keeps them in memory only, unlike the browser's cache.
 */
export function keepingAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  // The least recently used first.
  const kept = new Map<string, KeptAnswer>();
  return async (input, init) => {
    const isRequest = input instanceof Request;
    const method = init?.method ?? (isRequest ? input.method : "GET");
    if (method.toUpperCase() !== "GET") return await fetch(input, init);
    const request = new Request(input, init);
    const { url, headers } = request;
    if (headers.get("accept") !== "application/json") return await fetch(request);
    const known = kept.get(url);
    headers.set("if-none-match", known?.etag ?? '"none"');
    const response = await fetch(request);
    const isKnown = response.status === 304 && known !== undefined;
    const answer = isKnown ? known : await answerOf(response);
    kept.delete(url);
    if (answer === null) return response;
    kept.set(url, answer);
    for (const oldest of [...kept.keys()].slice(0, -answersKept)) kept.delete(oldest);
    return isKnown
      ? new Response(answer.text, { headers: { "content-type": answer.type } })
      : response;
  };
}

/** Null if it cannot be compared. */
async function answerOf(response: Response): Promise<KeptAnswer | null> {
  const { ok, headers } = response;
  const etag = headers.get("etag");
  if (!ok || etag === null) return null;
  const type = headers.get("content-type") ?? "";
  return { etag, text: await response.clone().text(), type };
}
