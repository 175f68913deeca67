import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { dueDocs } from "../../kernel/ledger/due-docs.ts";
import type { settleDueTab } from "./tab-commands.ts";
import { tabKind } from "./tab-record.ts";

/** Ends of reservations and tabs, and postings, which no request brings. */
export function dueTabsModule(
  engine: Engine,
  load: () => Promise<{ readonly settleDueTab: typeof settleDueTab }>,
): CoreModule {
  const closing = new AbortController();
  const recover = async (): Promise<void> => {
    const { settleDueTab } = await load();
    for await (const { workspaceId, doc } of dueDocs(engine, [tabKind], closing.signal)) {
      const command = settleDueTab({ tabId: doc.id, caller: { agentId: null } }, engine.policy);
      await engine.committer.run(workspaceId, command).catch(engine.report);
    }
  };
  return { maintenance: { timed: recover }, leave: () => closing.abort() };
}
