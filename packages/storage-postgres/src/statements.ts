import type { EntryPage } from "@agent-treasury/provider";
import { commitText } from "./commit-text.ts";
import { type CopyTexts, copyTexts } from "./copy-texts.ts";
import { leanText } from "./lean-text.ts";
import { dueText, workspacesText, workspacesWithOpenText } from "./listings.ts";
import { loadOneTexts, loadText } from "./load.ts";
import { purgeText } from "./purge.ts";
import { rewriteText } from "./rewrite.ts";
import { basisText } from "./seen-versions.ts";
import { type SingleName, singleTexts } from "./single-text.ts";
import { type TurnTexts, turnTexts } from "./turn-texts.ts";
import { viewText } from "./view.ts";

export interface Statements extends Readonly<Record<SingleName, string>> {
  readonly load: string;
  /** Of one workspace, by the number of keys. */
  readonly loadOne: readonly string[];
  readonly commit: string;
  readonly lean: string;
  /** Waits until earlier exclusive transactions of the workspace are over. */
  readonly queue: string;
  /** Locks the head before the workspace is read. */
  readonly lock: string;
  /** Compares versions after a failover. */
  readonly basis: string;
  readonly view: (order: EntryPage["order"], longest: number) => string;
  readonly due: string;
  readonly workspaces: string;
  readonly workspacesWithOpen: string;
  readonly purge: string;
  readonly rewriteEntries: string;
  readonly copy: CopyTexts;
  readonly turns: TurnTexts;
}

/** Otherwise a process that stops in a transaction holds its lock until its connection breaks. */
const idleTimeoutMs = 5_000;

/** Table names include the schema, so that session settings have no effect. */
export function statementsFor(schema: string): Statements {
  return {
    load: loadText(schema),
    loadOne: loadOneTexts(schema),
    commit: commitText(schema),
    lean: leanText(schema),
    ...singleTexts(schema),
    // Those that wait at a row which each of them replaces wake up at every commit, in no order. An
    // advisory lock wakes one of them, the first.
    queue: `SELECT set_config('idle_in_transaction_session_timeout', '${idleTimeoutMs}', true)
      FROM (SELECT pg_advisory_xact_lock(hashtextextended('${schema}.' || $1::text, 0))) AS turn`,
    lock: `SELECT 1 FROM ${schema}.heads WHERE workspace_id = $1 FOR NO KEY UPDATE`,
    basis: basisText(schema),
    view: (order, longest) => viewText(schema, order, longest),
    due: dueText(schema),
    workspaces: workspacesText(schema),
    workspacesWithOpen: workspacesWithOpenText(schema),
    purge: purgeText(schema),
    rewriteEntries: rewriteText(schema),
    copy: copyTexts(schema),
    turns: turnTexts(schema),
  };
}
