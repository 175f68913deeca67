import type { PaymentIdentity } from "../../../packages/treasury-core/src/domain.ts";
import type { Settings } from "../history.ts";
import type { ModelState } from "./model-state.ts";

/** The time and the committer of a step. */
export interface Circumstances {
  readonly settings: Settings;
  readonly payment: PaymentIdentity | null;
  readonly now: number;
  /** The later of the day of `now` and the latest recorded day. */
  readonly today: string;
}

/** A step's result and the state after it. */
export interface Applied {
  readonly answer: string;
  readonly state: ModelState;
}
