import type { Treasury } from "@agent-treasury/treasury-core";
import type { WebhookDeliveries, WebhookEndpoint } from "./webhook.ts";

const past = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

function endpoints(): readonly WebhookEndpoint[] {
  const common = {
    kinds: null,
    createdAt: past(3 * 1440),
    disabledAt: null,
    disabledReason: null,
    previousSecretUntil: null,
    hasOldKey: false,
  };
  return [
    {
      ...common,
      id: "we_1",
      url: "https://accounting.example.com/hooks/agent-treasury",
      description: "Accounting",
      kinds: ["proposalExecuted", "credited"],
      previousSecretUntil: past(-600),
    },
    {
      ...common,
      id: "we_2",
      url: `https://hooks.example.com/${"a-long-path-without-a-break".repeat(4)}`,
      description: null,
      disabledAt: past(90),
      disabledReason: "HTTP 410",
    },
  ];
}

function deliveries(): WebhookDeliveries {
  return {
    waiting: 12,
    isStopped: true,
    missed: 2,
    failed: [
      {
        eventId: "evt_1",
        kind: "proposalExecuted",
        at: past(2 * 1440),
        attempts: 14,
        nextAttemptAt: past(-42),
        failure: "HTTP 503",
      },
      {
        eventId: "evt_2",
        kind: "proposalCreated",
        at: past(4 * 1440),
        attempts: 79,
        nextAttemptAt: null,
        failure: "The connection to accounting.example.com failed: certificate has expired.",
      },
    ],
    recent: [
      {
        eventId: "evt_0",
        kind: "credited",
        at: past(1441),
        succeeded: true,
        note: "HTTP 204",
        milliseconds: 81,
      },
      {
        eventId: "evt_1",
        kind: "proposalExecuted",
        at: past(18),
        succeeded: false,
        note: "HTTP 503",
        milliseconds: 10_000,
      },
    ],
  };
}

/** Endpoints in each state, in the form of the plugin's responses. */
export function everyState(): Pick<Treasury, "handler"> {
  const answers: Readonly<Record<string, object>> = {
    "/endpoints": { endpoints: endpoints() },
    "/endpoints/we_1/deliveries": deliveries(),
    "/endpoints/we_2/deliveries": {
      waiting: 0,
      isStopped: false,
      missed: 0,
      failed: [],
      recent: [],
    } satisfies WebhookDeliveries,
  };
  return {
    handler: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/treasury")) return Response.json({ plugins: ["webhooks"] });
      const [, below = ""] = pathname.split("/plugins/webhooks");
      return Response.json(answers[below] ?? { actions: [], cursor: null });
    },
  };
}
