import type { View } from "@agent-treasury/provider";
import { lazily } from "@agent-treasury/provider/helpers";
import type { DurableGroup } from "./run-group.ts";

/** After more groups, reading the workspace again costs less memory. */
const groupsAtMost = 100;
const bytesInGroups = 262_144;
/** An estimate of a document or an entry, and of what an answer shows of it. */
const bytesOfARecord = 4_096;

/** Returns the view after these groups. */
export type ApplyGroups = (view: View, groups: readonly DurableGroup[]) => View;

/** The last view that was read of a workspace, and the groups that this process committed since. */
export class SeenView {
  #view: View | null = null;
  #groups: DurableGroup[] = [];
  #bytes = 0;

  get bytes(): number {
    if (this.#view === null) return 0;
    const { open, docs, entries } = this.#view;
    return bytesOfARecord * (1 + open.length + docs.length + entries.length) + this.#bytes;
  }

  see(view: View | null): void {
    this.#view = view;
    this.#groups = [];
    this.#bytes = 0;
  }

  /** Call for every group with changes. */
  add(group: DurableGroup): void {
    const { baseVersion, bytes } = group.ledger;
    this.#bytes += bytes;
    const isNext = this.#view !== null && baseVersion === versionOf(this.#view, this.#groups);
    const fits = this.#groups.length < groupsAtMost && this.#bytes <= bytesInGroups;
    if (isNext && fits) this.#groups.push(group);
    else this.see(null);
  }

  /**
   * Returns a function that applies the groups, because many callers need the view of this moment
   * only after a failure. Null if the view at this version is not known.
   */
  at(version: bigint, apply: ApplyGroups): (() => View) | null {
    const view = this.#view;
    if (view === null || versionOf(view, this.#groups) !== version) return null;
    const groups = [...this.#groups];
    return lazily(() => {
      if (groups.length === 0) return view;
      const after = apply(view, groups);
      if (this.#view === view && this.#groups.length === groups.length) this.see(after);
      return after;
    });
  }
}

function versionOf({ head }: View, groups: readonly DurableGroup[]): bigint {
  return (head?.version ?? 0n) + BigInt(groups.length);
}
