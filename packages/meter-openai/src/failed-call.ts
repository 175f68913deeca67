/** Errors before there is a connection. */
const unsent: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether a request that failed with this error surely reached no provider. */
export function wasNotSent(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (unsent.has((one as { readonly code?: unknown }).code)) return true;
  }
  return false;
}

/** Whether a provider that answered with this status, without usage, ran no model. */
export function isRejection(status: number): boolean {
  // 408 and 499 may follow after the model ran.
  return status >= 400 && status < 500 && status !== 408 && status !== 499;
}
