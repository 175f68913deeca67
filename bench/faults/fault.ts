import type { Concept } from "./contestant.ts";
import type { Stage } from "./stage.ts";

export interface Fault {
  readonly name: string;
  /** What happens, in a sentence. */
  readonly injected: string;
  readonly needs: Concept;
  /** Whether the outcome may depend on what the contestant had stored at an instant. */
  readonly isRace?: true;
  inject(stage: Stage): Promise<void>;
}
