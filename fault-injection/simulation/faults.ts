import type { Random } from "test-suites/histories";

/**
 * The fault of a commit: none; refused before it is sent; answered as a conflict; lost on its way;
 * committed with a lost response; or committed later with a lost response.
 */
export type CommitFate = "none" | "refused" | "beaten" | "lost" | "unseen" | "late";

/** The crashes and failed calls of a run. */
export interface Faults {
  /** Whether the process of the `step`th event crashes before it. */
  isDeath(step: number): boolean;
  /** Whether a commit that its process sent before its crash still lands. */
  isStray(): boolean;
  ofRead(): "none" | "failed";
  ofCommit(): CommitFate;
}

export const noFaults: Faults = {
  isDeath: () => false,
  isStray: () => false,
  ofRead: () => "none",
  ofCommit: () => "none",
};

/** One crash before one event, and no other faults. */
export function crashAt(step: number, isStray: boolean): Faults {
  return { ...noFaults, isDeath: (one) => one === step, isStray: () => isStray };
}

/** About three crashes per hundred events, and twelve failures per hundred calls. */
export function seededFaults(random: Random): Faults {
  let wasBeaten = false;
  return {
    isDeath: () => random.chance(3),
    isStray: () => random.chance(50),
    ofRead: () => (random.chance(5) ? "failed" : "none"),
    ofCommit: () => {
      // Conflicts often repeat, so that writers reach the point of exclusive access.
      wasBeaten = random.chance(wasBeaten ? 70 : 6);
      if (wasBeaten) return "beaten";
      const die = random.below(100);
      if (die < 2) return "refused";
      if (die < 5) return "lost";
      if (die < 9) return "unseen";
      return die < 13 ? "late" : "none";
    },
  };
}
