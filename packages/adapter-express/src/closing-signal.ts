import type { ServerResponse } from "node:http";

/** A signal that aborts when the caller closes the connection before its answer is complete. */
function closingSignal(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) closing.abort(new Error("The caller closed the connection."));
  };
  if (response.closed) onClose();
  else response.once("close", onClose);
  return closing.signal;
}

/**
 * Gives a request the signal of {@link closingSignal}, made when somebody asks for it. One that is
 * given to the constructor is wrapped in a second, which costs more than the rest of the request.
 */
export function withClosingSignal(request: Request, response: ServerResponse): Request {
  let signal: AbortSignal | undefined;
  return Object.defineProperty(request, "signal", {
    get: () => (signal ??= closingSignal(response)),
  });
}
