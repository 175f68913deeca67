import type { RuleDraftAnswer } from "@agent-treasury/contract";
import { readRuleSet } from "@agent-treasury/rules";
import type { DraftOperations } from "../../../administration-operations.ts";
import type { CoreModule } from "../../../http/core-module.ts";
import { parseInput } from "../../../http/read-input.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { UnderWay } from "../../../kernel/under-way.ts";
import { publishingTerm } from "../publish-rules.ts";
import { removeDraft, saveDraft } from "./draft-commands.ts";
import { draftFromDoc, draftKey, draftToWire, type StoredDraft } from "./draft-doc.ts";
import { replayDueDrafts } from "./replay-drafts.ts";

/** The saved draft of a workspace's rules. Maintenance replays it daily. */
export function draftsModule(
  engine: Engine,
): CoreModule & { readonly operations: DraftOperations } {
  const { storage, committer, policy } = engine;
  const closing = new AbortController();
  const passes = new UnderWay();
  const replayDue = (): Promise<void> => passes.follow(replayDueDrafts(engine, closing.signal));
  const operations: DraftOperations = {
    draft: async (workspace = {}) => {
      const { workspaceId } = parseInput("readDraft", workspace);
      const [snapshot] = await storage.load([{ workspaceId, keys: [draftKey] }]);
      return answerOf(draftFromDoc(snapshot?.found[0]));
    },
    saveDraft: async (request) => {
      const { workspaceId, rules, ...terms } = parseInput("saveDraft", request);
      const draft = { ...terms, rules: readRuleSet(rules, publishingTerm.of(policy).rails) };
      return answerOf(await committer.run(workspaceId, saveDraft(draft)));
    },
    removeDraft: async (workspace = {}) => {
      const { workspaceId } = parseInput("removeDraft", workspace);
      return answerOf(await committer.run(workspaceId, removeDraft));
    },
  };
  return {
    routes: {
      readDraft: { run: operations.draft },
      saveDraft: { run: operations.saveDraft },
      removeDraft: { run: operations.removeDraft },
    },
    operations,
    maintenance: {
      timed: replayDue,
      recover: async () => {
        await replayDue();
        return {};
      },
    },
    close: () => {
      closing.abort();
      return passes.ended();
    },
  };
}

function answerOf(draft: StoredDraft | null): RuleDraftAnswer {
  return { draft: draft && draftToWire(draft) };
}
