import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { dueDocs } from "../../kernel/ledger/due-docs.ts";
import { caseKind } from "./case-record.ts";
import { lookAtDelivery } from "./watch-delivery.ts";

/** Deliveries to look at, and ends of cases, which no request brings. */
export function dueCasesModule(engine: Engine): CoreModule {
  const closing = new AbortController();
  const recover = async (): Promise<void> => {
    for await (const { workspaceId, doc } of dueDocs(engine, [caseKind], closing.signal)) {
      await engine.committer.run(workspaceId, lookAtDelivery(doc.id)).catch(engine.report);
    }
  };
  return { maintenance: { timed: recover }, leave: () => closing.abort() };
}
