"use client";

import type { RuleDraftAnswer, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { useState } from "react";
import useSWR from "swr";
import { failureText } from "../../format/failure-text.ts";
import { useTreasuryContext } from "../../provider/treasury-context.ts";
import { live } from "../../provider/use-treasury.ts";

/** The draft that the service replays daily. */
export interface SavedDraft {
  /** Undefined until loaded. */
  readonly draft: RuleDraftAnswer["draft"] | undefined;
  readonly isBusy: boolean;
  /** @param days number of days to replay. Null for the service's default. */
  save(rules: WrittenRuleSet, days: number | null): Promise<void>;
  remove(): Promise<void>;
}

export function useSavedDraft(): SavedDraft {
  const { client, workspaceId, announce } = useTreasuryContext();
  const [isBusy, setBusy] = useState(false);
  const { data, mutate } = useSWR<RuleDraftAnswer, unknown>(
    ["rules draft", workspaceId],
    () => client.rules.draft({ workspaceId }),
    { ...live, refreshInterval: 10_000 },
  );
  const change = async (call: () => Promise<RuleDraftAnswer>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await mutate(await call(), { revalidate: false });
      announce(done);
    } catch (error) {
      announce(failureText(error), "bad");
    } finally {
      setBusy(false);
    }
  };
  return {
    draft: data?.draft,
    isBusy,
    save: (rules, days) =>
      change(
        () => client.rules.saveDraft({ workspaceId, rules, ...(days !== null && { days }) }),
        "The draft is saved. The service replays it daily.",
      ),
    remove: () =>
      change(() => client.rules.removeDraft({ workspaceId }), "The saved draft was removed."),
  };
}
