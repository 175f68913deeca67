import type { JsonObject } from "@agent-treasury/provider";
import * as z from "zod";
import type { MessagePlace } from "./client/slack-client.ts";

const schema = z.object({ channelId: z.string(), messageTs: z.string() });

/** Reads what `send` returned. */
export function placeOf(reference: JsonObject): MessagePlace {
  return schema.parse(reference);
}

export function keyOf({ channelId, messageTs }: MessagePlace): string {
  return `${channelId}/${messageTs}`;
}
