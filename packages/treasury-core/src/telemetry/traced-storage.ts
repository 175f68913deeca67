import type { CommitOutcome, Storage } from "../ports/storage.ts";
import type { Span, Tracer } from "../ports/tracer.ts";
import { own } from "./attributes.ts";
import { traceWork } from "./trace-work.ts";

const client = 2;

/**
 * A storage whose commits are spans, `treasury.commit`. A commit carries the changes of many requests,
 * so its span belongs to none of them: it says how many workspaces it carried, and how many of them
 * have to try again.
 */
export function tracedStorage(storage: Storage, tracer: Tracer): Storage {
  const options = { kind: client, attributes: { [own.storage]: storage.name } } as const;
  const { exclusive, turnLog } = storage;
  return {
    ...(exclusive && {
      exclusive: (request, decide) =>
        traceWork(tracer, "treasury.commit", options, async (span) => {
          const outcome = await exclusive.call(storage, request, decide);
          note(span, outcome === null ? [] : [outcome]);
          return outcome;
        }),
    }),
    specificationVersion: storage.specificationVersion,
    name: storage.name,
    ...(turnLog && { turnLog }),
    load: (requests) => storage.load(requests),
    commit: (commits) =>
      traceWork(tracer, "treasury.commit", options, async (span) => {
        const outcomes = await storage.commit(commits);
        note(span, outcomes);
        return outcomes;
      }),
    view: (workspaceId, docPage, entryPage) => storage.view(workspaceId, docPage, entryPage),
    due: (now, after, limit) => storage.due(now, after, limit),
    workspaces: (after, limit) => storage.workspaces(after, limit),
    sweep: (now, limit) => storage.sweep(now, limit),
    copy: (workspaceId) => storage.copy(workspaceId),
    rewriteEntries: (workspaceId, rewrites) => storage.rewriteEntries(workspaceId, rewrites),
    close: () => storage.close(),
  };
}

function note(span: Span, outcomes: readonly CommitOutcome[]): void {
  span.setAttribute(own.commits, outcomes.length);
  span.setAttribute(own.undone, outcomes.filter(({ kind }) => kind !== "committed").length);
}
