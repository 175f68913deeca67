"use client";

export {
  type TreasuryNotice,
  TreasuryProvider,
  type TreasuryProviderProps,
} from "./provider/treasury-provider.tsx";
export { type KnownProposal, useProposal } from "./inbox/use-proposal.ts";
export { type KnownTreasury, useTreasury } from "./provider/use-treasury.ts";
export { useTreasuryClient } from "./provider/use-treasury-client.ts";
