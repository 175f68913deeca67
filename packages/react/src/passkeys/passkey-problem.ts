/** Returns why the browser did not use or create a passkey. Null for other errors. */
export function passkeyProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.message.startsWith("WebAuthn is not supported")) {
    return "This browser does not support passkeys here. Open the page over HTTPS in a current browser.";
  }
  return Object.hasOwn(problems, error.name) ? (problems[error.name] ?? null) : null;
}

/** By the names of WebAuthn. */
const problems: Readonly<Record<string, string>> = {
  NotAllowedError:
    "No passkey was used: the request was cancelled or timed out, or the device could not verify you. Nothing changed.",
  AbortError: "The request for a passkey was cancelled. Nothing changed.",
  InvalidStateError: "This device already has one of your passkeys.",
  NotSupportedError: "This device cannot create a passkey of the required kind.",
  SecurityError:
    "Passkeys do not work at this address. Open the page at the address that is set as BASE_URL.",
};
