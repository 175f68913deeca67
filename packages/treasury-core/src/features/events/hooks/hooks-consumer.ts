import type { TreasuryEvent } from "@agent-treasury/contract";
import { unlessAborted } from "../../../kernel/abort-signals.ts";
import type { EventConsumer, EventGap } from "../delivery/event-consumer.ts";
import { isShutDown } from "../delivery/shut-down.ts";
import type { TreasuryHooks } from "./treasury-hooks.ts";

/** From this attempt on, retries are an hour apart. */
const firstHourlyAttempt = 7;

/** Delivers events to hooks. Failures are reported at the first attempt and then hourly. */
export function hooksConsumer(
  hooks: TreasuryHooks,
  report: (error: unknown) => void,
): EventConsumer {
  return {
    id: "hooks",
    deliver: async ({ event, attempt, signal }) => {
      try {
        await unlessAborted(callHooks(hooks, event), signal);
      } catch (error) {
        const isReported = attempt === 1 || attempt >= firstHourlyAttempt;
        // The next process calls the hook again.
        if (isReported && !isShutDown(error)) report(error);
        throw error;
      }
    },
    missed: async (gap) => report(new Error(missedText(gap))),
  };
}

async function callHooks(hooks: TreasuryHooks, event: TreasuryEvent): Promise<void> {
  // The compiler cannot relate the name of the hook to the kind of the event.
  const own = hooks[event.kind] as ((event: TreasuryEvent) => unknown) | undefined;
  await own?.call(hooks, event);
  await hooks.event?.call(hooks, event);
}

function missedText({ workspaceId, commits, from, until }: EventGap): string {
  const times = [from && `from ${from}`, until && `until ${until}`].filter(Boolean);
  const when = times.length === 0 ? "" : ` (${times.join(" ")})`;
  return `Hooks did not receive the events of ${commits} commits in workspace ${workspaceId}${when}, because they expired after 7 days. Compare your records with the ledger and the proposals.`;
}
