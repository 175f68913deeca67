import { commitText } from "./commit-text.ts";
import { type CopyTexts, copyTexts } from "./copy.ts";
import { leanText } from "./lean-text.ts";
import { dueText, workspacesText } from "./listings.ts";
import { loadText } from "./load.ts";
import { lockText } from "./lock.ts";
import { rewriteText } from "./rewrite.ts";
import { sweepText } from "./sweep.ts";
import { type TurnTexts, turnTexts } from "./turn-texts.ts";
import { viewText } from "./view.ts";

/** Everything that is ever asked of the database, apart from setting it up. */
export interface Statements {
  readonly load: string;
  readonly commit: string;
  readonly lean: string;
  readonly lock: string;
  readonly viewNewest: string;
  readonly viewOldest: string;
  readonly due: string;
  readonly workspaces: string;
  readonly sweep: string;
  readonly rewriteEntries: string;
  readonly copy: CopyTexts;
  readonly turns: TurnTexts;
}

/** Tables are named with their schema: nothing depends on how a session is set. */
export function statementsFor(schema: string): Statements {
  return {
    load: loadText(schema),
    commit: commitText(schema),
    lean: leanText(schema),
    lock: lockText(schema),
    viewNewest: viewText(schema, "newest"),
    viewOldest: viewText(schema, "oldest"),
    due: dueText(schema),
    workspaces: workspacesText(schema),
    sweep: sweepText(schema),
    rewriteEntries: rewriteText(schema),
    copy: copyTexts(schema),
    turns: turnTexts(schema),
  };
}
