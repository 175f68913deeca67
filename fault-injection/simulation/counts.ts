import type { CommitFate, Faults } from "./faults.ts";

/** The number of faults by kind. A run without faults proves nothing. */
export interface FaultCounts {
  readonly deaths: number;
  /** Commits that landed after their process had crashed. */
  readonly strays: number;
  readonly failedReads: number;
  /** The number of times that a process waited for exclusive access after repeated conflicts. */
  readonly turns: number;
  readonly commits: Readonly<Record<CommitFate, number>>;
}

export class CountedFaults implements Faults {
  readonly #faults: Faults;
  readonly counts: {
    deaths: number;
    strays: number;
    failedReads: number;
    turns: number;
    commits: Record<CommitFate, number>;
  } = {
    deaths: 0,
    strays: 0,
    failedReads: 0,
    turns: 0,
    commits: { none: 0, refused: 0, beaten: 0, lost: 0, unseen: 0, late: 0 },
  };

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  isDeath(step: number): boolean {
    const isDeath = this.#faults.isDeath(step);
    if (isDeath) this.counts.deaths += 1;
    return isDeath;
  }

  isStray(): boolean {
    const isStray = this.#faults.isStray();
    if (isStray) this.counts.strays += 1;
    return isStray;
  }

  ofRead(): "none" | "failed" {
    const fate = this.#faults.ofRead();
    if (fate === "failed") this.counts.failedReads += 1;
    return fate;
  }

  takeTurn(): void {
    this.counts.turns += 1;
  }

  ofCommit(): CommitFate {
    const fate = this.#faults.ofCommit();
    this.counts.commits[fate] += 1;
    return fate;
  }
}

export function addCounts(all: readonly FaultCounts[]): FaultCounts {
  const sum = (pick: (counts: FaultCounts) => number): number =>
    all.reduce((total, counts) => total + pick(counts), 0);
  return {
    deaths: sum(({ deaths }) => deaths),
    strays: sum(({ strays }) => strays),
    failedReads: sum(({ failedReads }) => failedReads),
    turns: sum(({ turns }) => turns),
    commits: {
      none: sum(({ commits }) => commits.none),
      refused: sum(({ commits }) => commits.refused),
      beaten: sum(({ commits }) => commits.beaten),
      lost: sum(({ commits }) => commits.lost),
      unseen: sum(({ commits }) => commits.unseen),
      late: sum(({ commits }) => commits.late),
    },
  };
}
