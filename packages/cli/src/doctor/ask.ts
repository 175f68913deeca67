/** Longer than any service takes to say that it is there. */
const longestMs = 10_000;

/** An answer, or why there was none. */
export type Asked =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: null; readonly problem: string };

/** Asks by GET, which changes nothing, with a key. Never rejects. */
export async function ask(address: string, key: string | null): Promise<Asked> {
  try {
    const response = await fetch(address, {
      headers: { accept: "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      redirect: "manual",
      signal: AbortSignal.timeout(longestMs),
    });
    return { status: response.status, body: parse(await response.text()) };
  } catch (error) {
    return { status: null, problem: deepest(error) };
  }
}

/** Waits for what has no limit of its own. */
export async function atMost<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`There was no answer within ${longestMs / 1000} s.`));
    }, longestMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the platform says is deeper than what `fetch` says of it. */
function deepest(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const told = cause instanceof Error && cause.message !== "" ? cause : error;
  return told instanceof Error ? told.message : String(told);
}
