import type { ServerResponse } from "node:http";

/** Aborts if the caller disconnects before the response is complete. */
export function closingSignal(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) closing.abort(new Error("The caller closed the connection."));
  };
  if (response.closed) onClose();
  else response.once("close", onClose);
  return closing.signal;
}
