import { TreasuryError } from "@agent-treasury/provider";
import { escaped } from "../message/plain-text.ts";

const timeoutMs = 5_000;

/**
 * Answers the sender of an action. Slack shows the text to no other person.
 *
 * @param apiUrl Slack's API, because answers go to a host beside it.
 * @throws TreasuryError `outbound_failed`.
 */
export async function replyToSender(
  responseUrl: string,
  text: string,
  apiUrl: string,
): Promise<void> {
  if (!isOfSlack(responseUrl, new URL(apiUrl))) {
    throw new TreasuryError("outbound_failed", "The address for the answer is not one of Slack.");
  }
  const response = await fetch(responseUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      response_type: "ephemeral",
      replace_original: false,
      text: escaped(text),
    }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  await response?.body?.cancel();
  if (response?.ok !== true) {
    throw new TreasuryError("outbound_failed", "Slack did not accept the answer to the sender.");
  }
}

function isOfSlack(responseUrl: string, api: URL): boolean {
  const url = URL.canParse(responseUrl) ? new URL(responseUrl) : null;
  if (url === null) return false;
  return url.origin === api.origin || url.origin === `https://hooks.${api.host}`;
}
