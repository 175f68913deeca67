import { TreasuryError } from "@agent-treasury/provider";
import * as z from "zod";
import type { MessagePlace } from "../client/slack-client.ts";
import { actionIds } from "../message/approval-message.ts";
import { type ButtonValue, readButtonValue } from "../message/button-value.ts";
import { dialogId, readDialogState, reasonField } from "../message/deny-dialog.ts";

/** The user who pressed a button, and the Slack workspace of the user. */
export interface SlackUser {
  readonly userId: string;
  readonly teamId: string;
}

interface Pressed {
  readonly user: SlackUser;
  readonly value: ButtonValue;
  readonly place: MessagePlace;
  /** Accepts answers to the user. */
  readonly responseUrl: string;
}

export interface OpenDialog extends Pressed {
  readonly kind: "openDialog";
  readonly triggerId: string;
}

export interface Decide extends Pressed {
  readonly kind: "decide";
  readonly decision: "approve" | "deny";
  readonly comment: string | null;
}

export type Interaction = OpenDialog | Decide | { readonly kind: "ignored" };

const id = z.string().max(64);
const sender = { user: z.object({ id, team_id: id.optional() }), team: z.object({ id }).nullish() };

const pressed = z.object({
  ...sender,
  trigger_id: z.string().max(500),
  response_url: z.string().max(500),
  container: z.object({ channel_id: id, message_ts: id }),
  actions: z.tuple([z.object({ value: z.string() })]),
});

const submitted = z.object({
  ...sender,
  view: z.object({
    private_metadata: z.string(),
    state: z.object({
      values: z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() }))),
    }),
  }),
});

const outline = z.object({
  type: z.string(),
  actions: z.array(z.object({ action_id: z.string() })).optional(),
  view: z.object({ callback_id: z.string() }).optional(),
});

/**
 * Reads a verified delivery of Slack: a form with the field `payload`.
 *
 * @throws TreasuryError `invalid_request` if a button of a message cannot be read.
 */
export function readInteraction(body: Uint8Array): Interaction {
  const text = new URLSearchParams(new TextDecoder().decode(body)).get("payload");
  if (text === null) return { kind: "ignored" };
  try {
    const payload: unknown = JSON.parse(text);
    const { type, actions, view } = outline.parse(payload);
    const action = type === "block_actions" ? actions?.[0]?.action_id : undefined;
    if (action === actionIds.approve || action === actionIds.deny) return press(payload, action);
    if (type === "view_submission" && view?.callback_id === dialogId) return submit(payload);
  } catch (cause) {
    const problem = "The action cannot be read. Decide on the page.";
    throw new TreasuryError("invalid_request", problem, { cause });
  }
  return { kind: "ignored" };
}

function press(payload: unknown, action: "approve" | "deny"): Interaction {
  const { trigger_id: triggerId, response_url: responseUrl, ...rest } = pressed.parse(payload);
  const { channel_id: channelId, message_ts: messageTs } = rest.container;
  const button = {
    user: userOf(rest),
    value: required(readButtonValue(rest.actions[0].value)),
    place: { channelId, messageTs },
    responseUrl,
  };
  if (action === "deny") return { kind: "openDialog", triggerId, ...button };
  return { kind: "decide", decision: "approve", comment: null, ...button };
}

function submit(payload: unknown): Interaction {
  const { view, ...rest } = submitted.parse(payload);
  const { value, responseUrl, ...place } = required(readDialogState(view.private_metadata));
  const reason = view.state.values[reasonField.blockId]?.[reasonField.actionId]?.value?.trim();
  const comment = reason === undefined || reason === "" ? null : reason;
  return {
    kind: "decide",
    decision: "deny",
    comment,
    user: userOf(rest),
    value,
    place,
    responseUrl,
  };
}

function userOf({ user, team }: z.infer<z.ZodObject<typeof sender>>): SlackUser {
  return { userId: user.id, teamId: required(user.team_id ?? team?.id ?? null) };
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new TypeError("A field is missing.");
  return value;
}
