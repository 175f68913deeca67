import type { View } from "@agent-treasury/provider";
import type { DurableGroup } from "./run-group.ts";

/** After more groups, reading the workspace again costs less memory. */
const groupsAtMost = 100;
const bytesInGroups = 262_144;
/** An estimate of a view and of the answer that is built from it. */
const bytesOfAView = 1_048_576;

/** Returns the view after these groups. */
export type ApplyGroups = (view: View, groups: readonly DurableGroup[]) => View;

/** The last view that was read of a workspace, and the groups that this process committed since. */
export class SeenView {
  #view: View | null = null;
  #groups: DurableGroup[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#view === null ? 0 : bytesOfAView + this.#bytes;
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

  /** Null if the view at this version is not known. */
  at(version: bigint, apply: ApplyGroups): View | null {
    if (this.#view === null || versionOf(this.#view, this.#groups) !== version) return null;
    if (this.#groups.length > 0) this.see(apply(this.#view, this.#groups));
    return this.#view;
  }
}

function versionOf({ head }: View, groups: readonly DurableGroup[]): bigint {
  return (head?.version ?? 0n) + BigInt(groups.length);
}
