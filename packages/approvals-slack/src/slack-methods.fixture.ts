import { type Loose, blockProblem, viewProblem } from "./slack-limits.fixture.ts";

export const botToken = "xoxb-1234567890-grepForThisToken";
export const ownTeam = "T0OWN";

export interface StandInMessage {
  readonly channel: string;
  readonly ts: string;
  readonly thread: string | null;
  /** Whether a reply is shown in the channel too. */
  readonly isBroadcast: boolean;
  text: string;
  blocks: readonly Loose[];
  /** The blocks before any update. */
  readonly posted: readonly Loose[];
  updates: number;
}

export interface SlackState {
  readonly messages: StandInMessage[];
  /** Open dialogs, oldest first. */
  readonly dialogs: Loose[];
  /** Ids of actions that may still open a dialog. */
  readonly triggers: Set<string>;
}

/** The methods of the API that the channel uses. */
export function slackMethods({
  messages,
  dialogs,
  triggers,
}: SlackState): Readonly<Record<string, (given: Loose) => object>> {
  return {
    "auth.test": () => ({ ok: true, team_id: ownTeam, user_id: "U0BOT" }),
    "chat.postMessage": ({ channel, text, blocks, thread_ts: thread = null, ...given }) => {
      const problem = blockProblem(blocks);
      if (problem !== null) return { ok: false, error: "invalid_blocks", problem };
      if (!/^[CDG]/.test(channel)) return { ok: false, error: "channel_not_found" };
      const ts = `1700000000.${String(messages.length + 1).padStart(6, "0")}`;
      const isBroadcast = given.reply_broadcast === "true";
      const message = {
        channel,
        ts,
        text,
        blocks,
        posted: blocks,
        thread,
        isBroadcast,
        updates: 0,
      };
      messages.push(message);
      return { ok: true, channel, ts };
    },
    "chat.update": ({ channel, ts, text, blocks }) => {
      const problem = blockProblem(blocks);
      if (problem !== null) return { ok: false, error: "invalid_blocks", problem };
      const found = messages.find((message) => message.ts === ts && message.channel === channel);
      if (found === undefined) return { ok: false, error: "message_not_found" };
      Object.assign(found, { text, blocks, updates: found.updates + 1 });
      return { ok: true, channel, ts };
    },
    "views.open": ({ trigger_id: trigger, view }) => {
      const problem = viewProblem(view);
      if (problem !== null) return { ok: false, error: "invalid_arguments", problem };
      if (!triggers.delete(trigger)) return { ok: false, error: "invalid_trigger" };
      dialogs.push(view);
      return { ok: true };
    },
  };
}
