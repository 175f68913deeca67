import type { ServerResponse } from "node:http";

/** A signal that aborts when the caller closes the connection before its answer is complete. */
export function closingSignal(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) closing.abort(new Error("The caller closed the connection."));
  };
  if (response.closed) onClose();
  else response.once("close", onClose);
  return closing.signal;
}
