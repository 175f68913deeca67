"use client";

import type { Fleet } from "@agent-treasury/sdk-client";
import useSWR, { type SWRResponse } from "swr";
import { useCommand } from "./command-context.ts";
import { live } from "./use-treasury.ts";

/** The fleet, kept up to date while it is looked at. */
export function useMachines(): SWRResponse<Fleet, unknown> {
  const { client } = useCommand();
  return useSWR<Fleet, unknown>("fleet", () => client.machines.list(), {
    ...live,
    refreshInterval: 5000,
  });
}
