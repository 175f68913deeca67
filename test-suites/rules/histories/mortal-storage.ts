import type { Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

/** The storage as one process sees it until it crashes. */
export interface MortalStorage {
  readonly storage: Storage;
  /** Crashes the process before or after its next commit. */
  crashAt(moment: "before" | "after" | null): void;
  readonly hasCrashed: boolean;
}

export class ProcessCrashed extends Error {}

export function mortalStorage(shared: Storage): MortalStorage {
  let crash: "before" | "after" | null = null;
  let hasCrashed = false;
  const fail = (): never => {
    hasCrashed = true;
    throw new ProcessCrashed("The process crashed.");
  };
  const crashing = async <Result>(commit: () => Promise<Result>): Promise<Result> => {
    if (hasCrashed || crash === "before") fail();
    const result = await commit();
    if (crash === "after") fail();
    return result;
  };
  const storage: Storage = {
    ...forwardedStorage(shared),
    load: (requests) => (hasCrashed ? Promise.reject(new ProcessCrashed()) : shared.load(requests)),
    commit: (commits) => crashing(() => shared.commit(commits)),
    ...(shared.exclusive && {
      exclusive: (...asked: Parameters<Required<Storage>["exclusive"]>) =>
        crashing(() => shared.exclusive?.(...asked) ?? Promise.resolve(null)),
    }),
  };
  return {
    storage,
    crashAt: (moment) => {
      crash = moment;
    },
    get hasCrashed() {
      return hasCrashed;
    },
  };
}
