import type { MessagePlace } from "./client/slack-client.ts";
import type { SlackDeps } from "./slack-deps.ts";

/**
 * Runs the changes of one message one after another, because a slow one would replace a newer one.
 */
export function changesInOrder(): SlackDeps["inOrder"] {
  const last = new Map<string, Promise<void>>();
  return async (place, change) => {
    const key = keyOf(place);
    const run = (last.get(key) ?? Promise.resolve()).then(change, change);
    last.set(key, run);
    try {
      await run;
    } finally {
      if (last.get(key) === run) last.delete(key);
    }
  };
}

function keyOf({ channelId, messageTs }: MessagePlace): string {
  return `${channelId}/${messageTs}`;
}
