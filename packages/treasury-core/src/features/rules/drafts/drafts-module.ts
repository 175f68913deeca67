import type { RuleDraftAnswer } from "@agent-treasury/contract";
import { readRuleSet } from "@agent-treasury/rules";
import type { CoreModule } from "../../../http/core-module.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { UnderWay } from "../../../kernel/under-way.ts";
import { publishingTerm } from "../publish-rules.ts";
import type { LoadReplay } from "../replay/replay-module.ts";
import { removeDraft, saveDraft } from "./draft-commands.ts";
import { draftFromDoc, draftKey, draftToWire, type StoredDraft } from "./draft-doc.ts";
import { replayDueDrafts } from "./replay-drafts.ts";

/** The saved draft of a workspace's rules. Maintenance replays it daily. */
export function draftsModule(engine: Engine, load: LoadReplay): CoreModule {
  const { storage, committer, policy } = engine;
  const passes = new UnderWay();
  const replayDue = (): Promise<void> =>
    passes.follow(replayDueDrafts(engine, load, passes.signal));
  return {
    routes: {
      readDraft: {
        run: async ({ workspaceId }) => {
          const [snapshot] = await storage.load([{ workspaceId, keys: [draftKey] }]);
          return answerOf(draftFromDoc(snapshot?.found[0]));
        },
      },
      saveDraft: {
        run: async ({ workspaceId, rules, ...terms }) => {
          const draft = { ...terms, rules: readRuleSet(rules, publishingTerm.of(policy).rails) };
          return answerOf(await committer.run(workspaceId, saveDraft(draft)));
        },
      },
      removeDraft: {
        run: async ({ workspaceId }) => answerOf(await committer.run(workspaceId, removeDraft)),
      },
    },
    maintenance: { timed: replayDue },
    close: () => passes.close(),
  };
}

function answerOf(draft: StoredDraft | null): RuleDraftAnswer {
  return { draft: draft && draftToWire(draft) };
}
