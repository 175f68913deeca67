import type { Random } from "test-suites/histories";

/**
 * What becomes of a commit: it is made and answered; it is refused before it is sent; it is answered as
 * if another process came first; it is lost on its way; it is made and its answer is lost; or its
 * answer is lost, and it is made some time later.
 */
export type CommitFate = "none" | "refused" | "beaten" | "lost" | "unseen" | "late";

/** Who dies when, and which calls fail. */
export interface Misfortunes {
  /** Whether the process dies whose event would be next, the `step`th of all. */
  isDeath(step: number): boolean;
  /** Whether a commit that its process sent before it died lands all the same. */
  isStray(): boolean;
  ofRead(): "none" | "failed";
  ofCommit(): CommitFate;
}

/** Nothing goes wrong. */
export const goodFortune: Misfortunes = {
  isDeath: () => false,
  isStray: () => false,
  ofRead: () => "none",
  ofCommit: () => "none",
};

/** One process dies before one event, and nothing else goes wrong. */
export function deathAt(step: number, isStray: boolean): Misfortunes {
  return { ...goodFortune, isDeath: (one) => one === step, isStray: () => isStray };
}

/** Of a hundred events three are deaths, and of a hundred calls about twelve fail. */
export function seededMisfortunes(random: Random): Misfortunes {
  let wasBeaten = false;
  return {
    isDeath: () => random.chance(3),
    isStray: () => random.chance(50),
    ofRead: () => (random.chance(5) ? "failed" : "none"),
    ofCommit: () => {
      // Who was beaten once is often beaten again: after some of that a writer waits for its turn.
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
