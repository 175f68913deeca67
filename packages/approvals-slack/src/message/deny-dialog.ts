import { requestLimits } from "@agent-treasury/contract";
import type { ModalView } from "@slack/types";
import * as z from "zod";
import { type ButtonValue, readButtonValue } from "./button-value.ts";
import { plainText } from "./plain-text.ts";

export const dialogId = "deny";
export const reasonField = { blockId: "reason", actionId: "text" } as const;

const schema = z.object({
  value: z.string(),
  channelId: z.string().max(64),
  messageTs: z.string().max(64),
  responseUrl: z.string().max(500),
});

/** What the dialog returns when it is submitted. */
export interface DialogState {
  readonly value: ButtonValue;
  readonly channelId: string;
  readonly messageTs: string;
  /** Accepts answers to the sender for 30 minutes. */
  readonly responseUrl: string;
}

export function denyDialog(state: DialogState): ModalView {
  const { blockId, actionId } = reasonField;
  return {
    type: "modal",
    callback_id: dialogId,
    private_metadata: JSON.stringify({ ...state, value: JSON.stringify(state.value) }),
    title: plainText("Deny spend", 24),
    submit: plainText("Deny", 24),
    close: plainText("Cancel", 24),
    blocks: [
      { type: "section", text: plainText(state.value.spend, 300) },
      {
        type: "input",
        block_id: blockId,
        optional: true,
        label: plainText("Reason", 100),
        hint: plainText("For the agent and the audit record.", 100),
        element: {
          type: "plain_text_input",
          action_id: actionId,
          multiline: true,
          max_length: requestLimits.commentCharacters,
        },
      },
    ],
  };
}

/** Returns null for any other text. */
export function readDialogState(text: string): DialogState | null {
  try {
    const { value, ...state } = schema.parse(JSON.parse(text));
    const read = readButtonValue(value);
    return read && { ...state, value: read };
  } catch {
    return null;
  }
}
