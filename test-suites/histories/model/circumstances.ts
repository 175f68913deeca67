import type { PaymentIdentity } from "../../../packages/treasury-core/src/domain.ts";
import type { Settings } from "../history.ts";
import type { ModelState } from "./model-state.ts";

/** When, and through which committer, a step is taken. */
export interface Circumstances {
  readonly settings: Settings;
  readonly payment: PaymentIdentity | null;
  readonly now: number;
  /** The later of the day of `now` and the latest day on which anything was written. */
  readonly today: string;
}

/** What a step comes to: what its caller is told, and what there is afterwards. */
export interface Applied {
  readonly answer: string;
  readonly state: ModelState;
}
