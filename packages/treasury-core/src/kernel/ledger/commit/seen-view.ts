import type { Commit, Doc, Entry, Head, View } from "@agent-treasury/provider";
import { lazily } from "@agent-treasury/provider/helpers";
import type { WorkingState } from "./working-state.ts";

/** After more groups, reading the workspace again costs less memory. */
const groupsAtMost = 100;
const bytesInGroups = 262_144;
/** An estimate of a document or an entry, and of what an answer shows of it. */
const bytesOfARecord = 4_096;

/** What groups wrote, in order. Their ledgers have several times as much. */
export interface WrittenSince {
  readonly head: Head | null;
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
  readonly at: number;
}

/** Returns the view after these groups. */
export type ApplyGroups = (view: View, written: WrittenSince) => View;

/** The last view that was read of a workspace, and what this process committed since. */
export class SeenView {
  #view: View | null = null;
  #written: WrittenSince | null = null;
  #groups = 0;
  #bytes = 0;

  get bytes(): number {
    if (this.#view === null) return 0;
    const { open, docs, entries } = this.#view;
    return bytesOfARecord * (1 + open.length + docs.length + entries.length) + this.#bytes;
  }

  see(view: View | null): void {
    this.#view = view;
    this.#written = null;
    this.#groups = 0;
    this.#bytes = 0;
  }

  /** Call for every group with changes. */
  add({ baseVersion, bytes, put, entries }: WorkingState, { next }: Commit, at: number): void {
    if (this.#view === null) return;
    this.#groups += 1;
    this.#bytes += bytes;
    const isNext = baseVersion + 1n === this.#version;
    if (!isNext || this.#groups > groupsAtMost || this.#bytes > bytesInGroups) {
      this.see(null);
      return;
    }
    const { docs = [], entries: earlier = [] } = this.#written ?? {};
    const all = { docs: [...docs, ...put.values()], entries: [...earlier, ...entries] };
    this.#written = { head: next, at, ...all };
  }

  /**
   * Returns a function that applies the groups, because many callers need the view of this moment
   * only after a failure. Null if the view at this version is not known.
   */
  at(version: bigint, apply: ApplyGroups): (() => View) | null {
    const view = this.#view;
    const written = this.#written;
    if (view === null || this.#version !== version) return null;
    return lazily(() => {
      if (written === null) return view;
      const after = apply(view, written);
      if (this.#written === written) this.see(after);
      return after;
    });
  }

  get #version(): bigint {
    return (this.#view?.head?.version ?? 0n) + BigInt(this.#groups);
  }
}
