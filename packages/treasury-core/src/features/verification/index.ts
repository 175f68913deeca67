import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { verificationKey, verificationState } from "./verification-state.ts";

export type { ChainReport } from "./chain-walk.ts";
export type { KeptHead } from "./kept-heads.ts";

/** Verification of a workspace's chain and records, on request and at an interval. */
export const verificationFeature: Feature = {
  name: "verification",
  requires: ["workspace", "deposits", "freezes"],
  slices: [verificationState],
  documents: neverErased(verificationKey.kind),
  stateOf: (_workspaceId, account) => {
    const { verifiedAt, problem } = verificationState.of(account);
    return verifiedAt === 0 ? {} : { verification: { verifiedAt: timestamp(verifiedAt), problem } };
  },
  eventsOf: (before, { head }) => {
    const was = verificationState.of(before.head.account);
    const { verifiedAt, problem } = verificationState.of(head.account);
    const isNew = problem !== null && verifiedAt !== was.verifiedAt;
    return isNew ? [{ kind: "verificationFailed", problem }] : [];
  },
};
