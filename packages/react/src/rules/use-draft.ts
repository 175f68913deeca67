"use client";

import type { CurrentRules, RulesReport, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { useMemo, useState } from "react";
import useSWR from "swr";
import { useSettled } from "../hooks/use-settled.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { recall, remember } from "../support/browser-memory.ts";
import {
  type CheckedDraft,
  checkDraft,
  type DraftProblem,
  draftOf,
  railsOf,
} from "./check-draft.ts";

const typingMs = 400;

interface StoredDraft {
  readonly text: string;
  /** Digest of the publication that it is based on. Null for the default rules. */
  readonly basedOn: string | null;
}

export interface Draft extends StoredDraft, CheckedDraft {
  /** Whether the service has checked this text too. */
  readonly isChecked: boolean;
  /** Whether other rules were published since the draft began. */
  readonly isOutdated: boolean;
  /** Another one after each `restart` and `replace`. */
  readonly revision: number;
  change(text: string): void;
  /** Puts another draft in its place. */
  replace(text: string): void;
  /** Begins again from the rules in effect. */
  restart(): void;
  /** Removes the stored draft. */
  forget(): void;
}

/** A draft of rules that survives a reload of the tab. It is validated while it changes. */
export function useDraft(
  { rules, publication }: CurrentRules,
  opened: WrittenRuleSet | null,
): Draft {
  const { workspaceId } = useTreasuryContext();
  const key = `treasury.rules-draft.${workspaceId}`;
  const digest = publication?.digest ?? null;
  const from = (set: WrittenRuleSet): StoredDraft => ({ text: draftOf(set), basedOn: digest });
  const [draft, setDraft] = useState(() =>
    opened === null ? (recallDraft(key) ?? from(rules)) : from(opened),
  );
  const [revision, setRevision] = useState(0);
  const local = useMemo(() => checkDraft(draft.text, railsOf(rules)), [draft.text, rules]);
  const remote = useServiceCheck(local);
  const store = (next: StoredDraft): void => {
    setDraft(next);
    remember(key, JSON.stringify(next));
  };
  const begin = (next: StoredDraft): void => {
    store(next);
    setRevision((number) => number + 1);
  };
  const problems = local.problems.length > 0 ? local.problems : remote.problems;
  return {
    ...draft,
    written: local.written,
    hasAliases: local.hasAliases,
    warnings: local.warnings,
    rules: problems.length > 0 ? null : local.rules,
    problems,
    isChecked: remote.isChecked,
    isOutdated: draft.basedOn !== digest,
    change: (text) => store({ ...draft, text }),
    replace: (text) => begin({ ...draft, text }),
    revision,
    restart: () => begin(from(rules)),
    forget: () => remember(key, null),
  };
}

/** The service also knows who signs in and which payment executors exist. */
function useServiceCheck({ rules }: CheckedDraft): {
  readonly problems: readonly DraftProblem[];
  readonly isChecked: boolean;
} {
  const { client, workspaceId } = useTreasuryContext();
  const text = rules === null ? null : JSON.stringify(rules);
  const settled = useSettled(text, typingMs);
  const isSettled = text !== null && settled === text;
  const { data } = useSWR<RulesReport, unknown>(
    isSettled && rules !== null ? ["validate", workspaceId, text] : null,
    () => client.rules.validate({ rules: rules ?? { version: 1, rules: [] } }),
    { revalidateOnFocus: false },
  );
  if (!isSettled || data === undefined) return { problems: [], isChecked: false };
  return {
    problems: data.problems.map((message) => ({ line: null, path: [], text: message, message })),
    isChecked: true,
  };
}

function recallDraft(key: string): StoredDraft | null {
  try {
    const { text, basedOn } = JSON.parse(recall(key) ?? "") as Partial<StoredDraft>;
    return typeof text === "string" && basedOn !== undefined ? { text, basedOn } : null;
  } catch {
    return null;
  }
}
