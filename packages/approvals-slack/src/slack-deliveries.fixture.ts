import { createHmac } from "node:crypto";
import type { Loose } from "./slack-limits.fixture.ts";
import { type StandInMessage, ownTeam } from "./slack-methods.fixture.ts";

export const signingSecret = "grepForThisSigningSecret00000000";

export interface SignedDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SignOptions {
  readonly secret?: string;
  readonly atMs?: number;
}

export interface PressOptions extends SignOptions {
  readonly message?: StandInMessage;
  /** Slack workspace of the user. */
  readonly team?: string;
  /** Changes the payload. */
  readonly change?: (payload: Loose) => void;
}

export interface Pressed {
  readonly user: string;
  readonly message: StandInMessage;
  readonly button: Loose;
  readonly trigger: string;
  readonly responseUrl: string;
}

const team = { id: ownTeam, domain: "acme" };

/** Signs a body as Slack does. */
export function signed(
  body: string,
  { secret = signingSecret, atMs = Date.now() }: SignOptions = {},
): SignedDelivery {
  const time = String(Math.floor(atMs / 1_000));
  const digest = createHmac("sha256", secret).update(`v0:${time}:${body}`).digest("hex");
  return {
    body,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": time,
      "x-slack-signature": `v0=${digest}`,
    },
  };
}

export function signedPayload(payload: object, options?: SignOptions): SignedDelivery {
  return signed(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), options);
}

export function pressPayload(
  { user, message, button, trigger, responseUrl }: Pressed,
  { team: userTeam = ownTeam, change }: PressOptions,
): object {
  const { type, value, action_id } = button;
  const payload = {
    type: "block_actions",
    user: { id: user, username: "name", team_id: userTeam },
    team,
    api_app_id: "A0APP",
    token: "deprecated",
    container: { type: "message", message_ts: message.ts, channel_id: message.channel },
    trigger_id: trigger,
    response_url: responseUrl,
    actions: [{ type, action_id, block_id: "b", value, action_ts: "1700000001.0" }],
  };
  change?.(payload);
  return payload;
}

export function submissionPayload(user: string, view: Loose, reason: string | null): object {
  const { callback_id, private_metadata, blocks } = view;
  const { block_id: block, element } = blocks.at(-1);
  const values = { [block]: { [element.action_id]: { type: element.type, value: reason } } };
  return {
    type: "view_submission",
    user: { id: user, username: "name", team_id: ownTeam },
    team,
    view: { id: "V1", callback_id, private_metadata, state: { values } },
  };
}
