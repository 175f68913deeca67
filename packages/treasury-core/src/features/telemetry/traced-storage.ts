import type { CommitOutcome, Storage, Span, Tracer } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { checkGroup } from "../../kernel/check-group.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import { conventional, own, traceWork } from "./spans.ts";

const client = 2;

export function storageOf({ storage, telemetry }: TreasuryOptions): Storage {
  checkGroup("telemetry", telemetry, { tracer: true });
  return telemetry === undefined ? storage : traced(storage, telemetry.tracer);
}

/** A commit has the changes of many requests, so its span belongs to none of them. */
function traced(storage: Storage, tracer: Tracer): Storage {
  const { name, database, exclusive } = storage;
  const attributes = {
    [own.storage]: name,
    [conventional.database]: database?.system ?? name,
    [conventional.databaseOperation]: "commit",
    ...(database && { [conventional.databaseNamespace]: database.namespace }),
  };
  const options = { kind: client, attributes } as const;
  return {
    ...forwardedStorage(storage),
    ...(exclusive && {
      exclusive: (request, decide) =>
        traceWork(tracer, "treasury.commit", options, async (span) => {
          const outcome = await exclusive.call(storage, request, decide);
          note(span, outcome === null ? [] : [outcome]);
          return outcome;
        }),
    }),
    commit: (commits) =>
      traceWork(tracer, "treasury.commit", options, async (span) => {
        const outcomes = await storage.commit(commits);
        note(span, outcomes);
        return outcomes;
      }),
  };
}

function note(span: Span, outcomes: readonly CommitOutcome[]): void {
  span.setAttribute(own.commits, outcomes.length);
  span.setAttribute(own.undone, outcomes.filter(({ kind }) => kind !== "committed").length);
}
