"use client";

import { useState } from "react";
import { useAdministrationUpdate } from "../administration/use-actions.ts";
import { failureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { enabledText, removedText, testText } from "./webhook-text.ts";
import type { AddedEndpoint, BegunChange, TestResult, WebhookEndpoint } from "./webhook.ts";

/** Calls for one endpoint. Failures are announced. */
export interface EndpointCalls {
  readonly isTesting: boolean;
  test(): Promise<void>;
  /** Resolves to null after a failure. */
  rotate(): Promise<AddedEndpoint | null>;
  /** Resolves to whether the endpoint is enabled, or waits for approvals. */
  enable(): Promise<boolean>;
  /** Resolves to null after a failure. */
  remove(): Promise<BegunChange | null>;
}

export function useEndpointCalls(endpoint: WebhookEndpoint): EndpointCalls {
  const { client, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const [isTesting, setTesting] = useState(false);
  const call = async <Answer extends object>(
    method: "POST" | "DELETE",
    below: string,
  ): Promise<Answer | null> => {
    const path = `/endpoints/{endpointId}${below}`;
    const request = { method, path, input: { endpointId: endpoint.id } };
    try {
      return await client.plugin<Answer>("webhooks", request);
    } catch (error) {
      announce(failureText(error), "bad");
      return null;
    } finally {
      update();
    }
  };
  const test = async (): Promise<void> => {
    setTesting(true);
    const result = await call<TestResult>("POST", "/test");
    setTesting(false);
    if (result !== null) announce(testText(result), result.succeeded ? "good" : "bad");
  };
  const enable = async (): Promise<boolean> => {
    const begun = await call<BegunChange>("POST", "/enable");
    if (begun !== null) announce(enabledText(endpoint, begun));
    return begun !== null;
  };
  const remove = async (): Promise<BegunChange | null> => {
    const begun = await call<BegunChange>("DELETE", "");
    if (begun !== null) announce(removedText(endpoint, begun));
    return begun;
  };
  const rotate = (): Promise<AddedEndpoint | null> => call("POST", "/rotate");
  return { isTesting, test, rotate, enable, remove };
}
