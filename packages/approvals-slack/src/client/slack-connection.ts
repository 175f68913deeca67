import { TreasuryError } from "@agent-treasury/provider";

export interface SlackConnection {
  /** Bot token of the Slack app: `xoxb-…`. It needs the scope `chat:write`. */
  readonly botToken: string;
  /** `https://slack.com/api/` by default. Without TLS only on this machine. */
  readonly apiUrl?: string;
}

const slackUrl = "https://slack.com/api/";
const localHosts = ["localhost", "127.0.0.1", "[::1]"];

/** @throws TreasuryError `invalid_request`. */
export function checkedConnection({
  botToken,
  apiUrl = slackUrl,
}: SlackConnection): Required<SlackConnection> {
  const token = botToken.trim();
  if (token === "") throw invalid("`botToken` is empty. Set the bot token of the Slack app.");
  // Checked here because the header's own error would repeat the token.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw invalid("`botToken` contains characters that a header cannot carry.");
  }
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null;
  const isLocal = url?.protocol === "http:" && localHosts.includes(url.hostname);
  if (url?.protocol !== "https:" && !isLocal) {
    throw invalid("`apiUrl` must be https://, or http:// on this machine.");
  }
  return { botToken: token, apiUrl };
}

export function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
