import type { RequestListener } from "node:http";
import type { TreasuryEvent } from "@agent-treasury/contract";
import type { OutboundFetch, Storage } from "@agent-treasury/provider";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type {
  DeliveryNote,
  PluginParts,
  TreasuryPlugin,
} from "@agent-treasury/treasury-core/plugin";
import { expect, onTestFinished } from "vitest";
import { openReceiver, type Receiver } from "./receiver.fixture.ts";
import { webhooks } from "./webhooks.ts";

export const workspaceId = "acme";
export const encryptionKey: string = btoa("k".repeat(32));

const routeNames: readonly string[] = [
  "createEndpoint",
  "listEndpoints",
  "removeEndpoint",
  "enableEndpoint",
  "rotateSecret",
  "sendTest",
  "listDeliveries",
  "replay",
];

/** A treasury with the plugin, and a receiver for its endpoints. */
export interface TestWebhooks extends Receiver {
  readonly treasury: Treasury;
  readonly events: NonNullable<PluginParts["events"]>;
  /** Calls a route, and returns the body of its response. */
  call(method: string, path: string, body?: object): Promise<Called>;
  /** Adds an endpoint for the receiver. */
  add(fields?: object): Promise<{ readonly id: string; readonly secret: string }>;
  /** Delivers an event to an endpoint once. */
  deliver(event: TreasuryEvent, endpointId: string): Promise<DeliveryNote | void>;
}

export interface Called {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface TestWebhooksOptions {
  readonly answer?: RequestListener;
  readonly key?: string;
  readonly storage?: Storage;
  readonly outbound?: (fetch: OutboundFetch) => OutboundFetch;
  /** The person of each request. Without one, access is anonymous. */
  readonly person?: string;
}

export async function openWebhooks(options: TestWebhooksOptions = {}): Promise<TestWebhooks> {
  const { answer = (_request, response) => response.end("thanks") } = options;
  const { key = encryptionKey, storage = memoryStorage(), person } = options;
  const { outbound = (fetch) => fetch } = options;
  const receiver = await openReceiver(answer);
  const { plugin, parts } = exposed(webhooks({ encryptionKey: key }));
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost",
    storage,
    budget: { startingCapitalUsd: 100 },
    plugins: [plugin],
    outbound: outbound(receiver.fetch),
    openPluginRoutes: routeNames.map((name) => `webhooks:${name}`),
    ...(person !== undefined && {
      authenticate: () => ({ name: person }),
      authorizePlugins: () => true,
    }),
    recoverySeconds: false,
  });
  onTestFinished(() => treasury.close());
  const { events } = parts();
  if (events === undefined) throw new Error("The plugin does not receive events.");
  const call = callerOf(treasury);
  return {
    ...receiver,
    treasury,
    events,
    call,
    add: async (fields = {}) => {
      const { status, body } = await call("POST", "/endpoints", { url: receiver.url, ...fields });
      expect([status, body.isDone]).toEqual([200, true]);
      return { id: body.endpoint.id, secret: body.secret };
    },
    deliver: (event, target) => {
      const { signal } = new AbortController();
      return events.deliver({ event, target, attempt: 1, signal });
    },
  };
}

function callerOf({ handler, basePath }: Treasury): TestWebhooks["call"] {
  return async (method, path, body = {}) => {
    const url = new URL(`http://localhost${basePath}/plugins/webhooks${path}`);
    const given = { workspaceId, ...body };
    if (method !== "POST") url.search = new URLSearchParams(given).toString();
    const init = {
      method,
      ...(method === "POST" && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(given),
      }),
    };
    const response = await handler(new Request(url, init));
    return { status: response.status, body: await response.json() };
  };
}

/** Gives access to what the plugin registers. */
function exposed(plugin: TreasuryPlugin) {
  let registered: PluginParts = {};
  const register: TreasuryPlugin["register"] = (context) => (registered = plugin.register(context));
  return { plugin: { id: plugin.id, register }, parts: () => registered };
}

export const turnEnded: TreasuryEvent = {
  kind: "turnEnded",
  id: "evt_0123456789abcdef0123456789abcdef_0",
  workspaceId,
  at: "2026-01-02T03:04:05.678Z",
  turnId: "turn_1",
};
