"use client";

import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { ownSubscriptionId } from "./this-device.ts";

/** A device that is notified, as the plugin lists it. */
export interface NotifiedDevice {
  readonly id: string;
  readonly person: string | null;
  readonly device: string;
  readonly createdAt: string;
  readonly isOwn: boolean;
  /** False after the deployment's key was replaced. */
  readonly isActive: boolean;
}

export interface NotifiedDevices {
  readonly publicKey: string;
  readonly subscriptions: readonly NotifiedDevice[];
  /** Id of this browser's own. Null if it has none. */
  readonly ownId: string | null;
}

/** Lists the devices that are notified about the workspace. */
export function useSubscriptions(workerUrl: string): SWRResponse<NotifiedDevices, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  return useSWR<NotifiedDevices, unknown>(["push", workspaceId], async () => {
    const request = { method: "GET", path: "/subscriptions" } as const;
    const listed = await client.plugin<Omit<NotifiedDevices, "ownId">>("push", request);
    return { ...listed, ownId: await ownSubscriptionId(workerUrl) };
  });
}
