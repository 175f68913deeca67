"use client";

import type { PasskeyList } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";

/** Lists the passkeys of all approvers. */
export function usePasskeys(): SWRResponse<PasskeyList, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<PasskeyList, unknown>(["passkeys", workspaceId], () => client.passkeys.list());
}
