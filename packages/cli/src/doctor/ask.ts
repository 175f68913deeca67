/** Longer than a response takes. */
const longestMs = 10_000;

export type Asked =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: null; readonly problem: string };

/** Never rejects. */
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

export async function atMost<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`No response within ${longestMs / 1000} s.`));
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

/** The platform's message is in the cause of `fetch`'s error. */
function deepest(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const deepestError = cause instanceof Error && cause.message !== "" ? cause : error;
  return deepestError instanceof Error ? deepestError.message : String(deepestError);
}
