"use client";

import { isTreasuryApiError } from "@agent-treasury/sdk-client";
import { useEffect } from "react";
import useSWR, { type SWRResponse } from "swr";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { live, useTreasury } from "../provider/use-treasury.ts";
import type { WebhookDeliveries, WebhookEndpoint } from "./webhook.ts";

interface EndpointList {
  readonly endpoints: readonly WebhookEndpoint[];
}

export interface KnownEndpoints {
  /** Oldest first. Undefined until loaded. */
  readonly endpoints: readonly WebhookEndpoint[] | undefined;
  readonly error: unknown;
  /** Whether the service has no webhooks, or does not show them to the person. */
  readonly isMissing: boolean;
  refresh(): void;
}

/** Lists the endpoints, and refreshes them while the page is visible. */
export function useEndpoints(): KnownEndpoints {
  const { client, workspaceId } = useTreasuryContext();
  const { state, error: treasuryError } = useTreasury();
  const hasWebhooks = state?.plugins.includes("webhooks");
  // A request to a plugin that is not installed would fail.
  const { data, error, mutate } = useSWR<EndpointList, unknown>(
    hasWebhooks === true ? ["webhooks", workspaceId] : null,
    () => client.plugin<EndpointList>("webhooks", { method: "GET", path: "/endpoints" }),
    {
      ...live,
      refreshInterval: 10_000,
      onErrorRetry: (failure, ...rest) => {
        if (!isMissing(failure)) live.onErrorRetry?.(failure, ...rest);
      },
    },
  );
  return {
    endpoints: data?.endpoints,
    error: state === undefined ? treasuryError : error,
    isMissing: hasWebhooks === false || isMissing(error),
    refresh: () => void mutate(),
  };
}

function isMissing(error: unknown): boolean {
  return isTreasuryApiError(error) && [403, 404].includes(error.status);
}

/** Whether a failed event is about to be sent again. */
function isSending(known: WebhookDeliveries | undefined): boolean {
  const now = Date.now();
  return (known?.failed ?? []).some(
    ({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) <= now,
  );
}

/** Lists the deliveries of an endpoint, and refreshes them while the page is visible. */
export function useDeliveries(
  endpointId: string,
  refreshInterval = 5000,
): SWRResponse<WebhookDeliveries, unknown> {
  const { client, workspaceId } = useTreasuryContext();
  const known = useSWR<WebhookDeliveries, unknown>(
    ["webhook deliveries", workspaceId, endpointId],
    () =>
      client.plugin<WebhookDeliveries>("webhooks", {
        method: "GET",
        path: "/endpoints/{endpointId}/deliveries",
        input: { endpointId },
      }),
    { ...live, refreshInterval },
  );
  const { data, mutate } = known;
  useEffect(() => {
    if (!isSending(data)) return;
    const timer = setTimeout(() => void mutate(), 1000);
    return () => clearTimeout(timer);
  }, [data, mutate]);
  return known;
}
