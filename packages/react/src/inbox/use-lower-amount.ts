"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { useState } from "react";
import { formatUsd } from "../format/usd.ts";
import { readLowerAmount, type TypedAmount } from "./lower-amount.ts";

/** The amount of an approval, as the approver types it. */
export interface LowerAmount {
  readonly typed: string;
  readonly amount: TypedAmount;
  /** The proposed amount as text. */
  readonly proposed: string;
  type(typed: string): void;
}

export function useLowerAmount(
  proposal: Pick<Proposal, "amountUsd" | "approvedAmountUsd">,
): LowerAmount {
  const [typed, type] = useState("");
  const amount = readLowerAmount(typed, proposal);
  return { typed, amount, proposed: formatUsd(proposal.amountUsd), type };
}
