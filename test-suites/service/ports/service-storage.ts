import type { CopiedPart, Storage, View } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

/** A storage with failures, edits and a clock under a test's control. */
export interface ServiceStorage extends Storage {
  /** Makes the next `times` calls of the method fail. */
  failNext(method: "load" | "commit" | "view", error: Error, times?: number): void;
  /** Changes all later views. */
  editViews(edit: (view: View) => View): void;
  /** Advances the storage's clock. */
  passHours(hours: number): void;
}

/** Wraps a storage; closing it closes the wrapped one. */
export function serviceStorage(inner: Storage): ServiceStorage {
  let passedMs = 0;
  let edit: ((view: View) => View) | null = null;
  const failures: { method: "load" | "commit" | "view"; error: Error }[] = [];
  const refuse = (method: "load" | "commit" | "view"): void => {
    const index = failures.findIndex((failure) => failure.method === method);
    const [failure] = index < 0 ? [] : failures.splice(index, 1);
    if (failure !== undefined) throw failure.error;
  };
  return {
    ...forwardedStorage(inner),
    load: async (requests) => {
      refuse("load");
      const snapshots = await inner.load(requests);
      return snapshots.map((snapshot) => ({
        ...snapshot,
        storageNow: snapshot.storageNow + passedMs,
      }));
    },
    commit: async (commits) => {
      refuse("commit");
      return inner.commit(commits);
    },
    view: async (...about) => {
      refuse("view");
      const view = await inner.view(...about);
      const shown = { ...view, storageNow: view.storageNow + passedMs };
      return edit === null ? shown : edit(shown);
    },
    copy: (workspaceId) => editedCopy(inner.copy(workspaceId), edit),
    failNext: (method, error, times = 1) => {
      for (let time = 0; time < times; time += 1) failures.push({ method, error });
    },
    editViews: (given) => {
      edit = given;
    },
    passHours: (hours) => {
      passedMs += hours * 3_600_000;
    },
  };
}

/** Entries with the edits of views, because an edited database affects every reader. */
async function* editedCopy(
  parts: AsyncIterable<CopiedPart>,
  edit: ((view: View) => View) | null,
): AsyncGenerator<CopiedPart> {
  for await (const part of parts) {
    if (part.kind !== "entry" || edit === null) {
      yield part;
      continue;
    }
    const view = { head: null, open: [], docs: [], entries: [part.entry], storageNow: 0 };
    for (const entry of edit(view).entries) yield { kind: "entry", entry };
  }
}
