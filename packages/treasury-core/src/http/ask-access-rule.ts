import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";

/** A request must not wait longer for code of the app, because a shutdown waits for requests. */
const longestMs = 10_000;

/**
 * Calls an access option of the app.
 *
 * @throws TreasuryError `access_check_failed` for a throw or without an answer in time, because
 * neither means that the credential is wrong. A `TreasuryError` of the option passes.
 */
export async function askAccessRule<Answer>(
  name: string,
  ask: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    const asked = ask();
    // Most access options answer at once, without a timer for each request.
    return isPromiseLike(asked) ? await inTime(name, asked) : asked;
  } catch (cause) {
    if (isTreasuryError(cause)) throw cause;
    throw failed(`\`${name}\` failed.`, cause);
  }
}

async function inTime<Answer>(name: string, asked: PromiseLike<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(failed(`\`${name}\` did not answer within ${longestMs / 1_000} seconds.`));
    }, longestMs);
  });
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function isPromiseLike<Answer>(asked: Answer | PromiseLike<Answer>): asked is PromiseLike<Answer> {
  return typeof (asked as Partial<PromiseLike<Answer>> | null | undefined)?.then === "function";
}

function failed(message: string, cause?: unknown): TreasuryError {
  return new TreasuryError("access_check_failed", message, { cause });
}
