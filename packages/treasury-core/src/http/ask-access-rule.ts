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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(failed(`\`${name}\` did not answer within ${longestMs / 1_000} seconds.`));
    }, longestMs);
  });
  try {
    return await Promise.race([call(ask), tooLate]);
  } catch (cause) {
    if (isTreasuryError(cause)) throw cause;
    throw failed(`\`${name}\` failed.`, cause);
  } finally {
    clearTimeout(timer);
  }
}

/** Turns a synchronous throw into a rejection. */
async function call<Answer>(ask: () => Answer | Promise<Answer>): Promise<Answer> {
  return ask();
}

function failed(message: string, cause?: unknown): TreasuryError {
  return new TreasuryError("access_check_failed", message, { cause });
}
