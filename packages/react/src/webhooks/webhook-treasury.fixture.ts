import type { OutboundFetch } from "@agent-treasury/provider";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { webhooks } from "@agent-treasury/webhooks";
import { onTestFinished } from "vitest";
import { baseUrl } from "../opened-component.fixture.ts";

export interface WebhookTreasury extends Treasury {
  /** The HTTP status of later deliveries. At first 204. */
  status: number;
  /** Types of the received events. */
  readonly received: string[];
  /** Calls the service as Ada. */
  post(path: string, body: object): Promise<unknown>;
}

/** A treasury with webhooks, whose caller is Ada. */
export function webhookTreasury(): WebhookTreasury {
  const received: string[] = [];
  const outbound: OutboundFetch = async ({ body }) => {
    received.push((JSON.parse(String(body)) as { readonly type: string }).type);
    // A failed event is not repeated during a test.
    const headers = { "retry-after": "3600" };
    return { status: opened.status, headers, body: new Uint8Array(), isTruncated: false };
  };
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    authenticate: () => ({ name: "Ada" }),
    authorizePlugins: () => true,
    plugins: [webhooks({ encryptionKey: btoa("k".repeat(32)) })],
    outbound,
    recoverySeconds: false,
  });
  onTestFinished(() => treasury.close());
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await treasury.handler(
      new Request(`${baseUrl}/api/service${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ workspaceId: "demo", ...body }),
      }),
    );
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const opened: WebhookTreasury = { ...treasury, status: 204, received, post };
  return opened;
}
