import type { Key } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { HeadSlice } from "../../kernel/ledger/head-slice.ts";

/** The scheduled verification of a workspace. Times are milliseconds since 1970, 0 for never. */
export interface VerificationState {
  /** When a process began it. Another one waits for its result. */
  readonly begunAt: number;
  readonly verifiedAt: number;
  /** What it found. Null for a valid ledger. */
  readonly problem: string | null;
}

/** Its record. */
export const verificationKey: Key = { kind: "verification", id: "newest" };

const never: VerificationState = { begunAt: 0, verifiedAt: 0, problem: null };

type Stored = readonly [begunAt: number, verifiedAt: number, problem: string | null];

export const verificationState: HeadSlice<VerificationState> = new HeadSlice({
  name: "verification",
  none: never,
  toJson: ({ begunAt, verifiedAt, problem }) => [begunAt, verifiedAt, problem],
  fromJson: (json) => {
    const [begunAt, verifiedAt, problem] = fromStored<Stored>(json);
    return { begunAt, verifiedAt, problem };
  },
});
