"use client";

import type { TreasuryClient } from "@agent-treasury/sdk-client";
import { useTreasuryContext } from "./treasury-context.ts";

/** Returns the provider's client, for calls of your own. */
export function useTreasuryClient(): TreasuryClient {
  return useTreasuryContext().client;
}
