import {
  type WebhookDeliveries as Deliveries,
  type WebhookEndpoint as Endpoint,
  webhookType,
} from "@agent-treasury/webhooks";
import { describe, expect, expectTypeOf, it } from "vitest";
import { eventKinds, eventType } from "./event-kinds.ts";
import {
  addressProblem,
  attemptText,
  backlogTexts,
  disabledText,
  endpointName,
  failureOf,
  kindsText,
  lastDeliveryText,
  nextAttemptText,
  testText,
} from "./webhook-text.ts";
import type { FailedEvent, WebhookDeliveries, WebhookEndpoint } from "./webhook.ts";

const now = new Date("2026-11-21T10:00:00");

const failed: FailedEvent = {
  eventId: "evt_1",
  kind: "credited",
  at: "2026-11-21T09:00:00.000Z",
  attempts: 3,
  nextAttemptAt: new Date("2026-11-21T10:30:00").toISOString(),
  failure: "HTTP 503",
};

const endpoint: WebhookEndpoint = {
  id: "we_1",
  url: "https://hooks.example.com:8443/treasury",
  kinds: null,
  description: null,
  createdAt: "2026-11-21T09:00:00.000Z",
  disabledAt: null,
  disabledReason: null,
  previousSecretUntil: null,
  hasOldKey: false,
};

describe("the texts of webhooks", () => {
  it("have the types of the plugin", () => {
    expectTypeOf<Endpoint>().toExtend<WebhookEndpoint>();
    expectTypeOf<Deliveries>().toExtend<WebhookDeliveries>();
    expectTypeOf<keyof Endpoint>().toEqualTypeOf<keyof WebhookEndpoint>();
    for (const [kind, type] of eventKinds) {
      expect(webhookType(kind as Parameters<typeof webhookType>[0])).toBe(type);
    }
    expect(eventType("ofNewerService")).toBe("ofNewerService");
  });

  it("name the kinds of events", () => {
    expect(kindsText(null)).toBe("All events");
    expect(kindsText(["credited", "frozen"])).toBe("ledger.credited, freeze.started");
    expect(kindsText(["credited", "reversed", "frozen", "unfrozen"])).toBe("4 kinds of events");
  });

  it("name an endpoint by its description, or by its host", () => {
    expect(endpointName(endpoint)).toBe("hooks.example.com:8443");
    expect(endpointName({ ...endpoint, description: " Accounting " })).toBe("Accounting");
    expect(endpointName({ ...endpoint, url: "?" })).toBe("?");
  });

  it("reject an address that is not https", () => {
    expect(addressProblem(" https://example.com/ ")).toBeNull();
    for (const address of ["", "example.com", "http://example.com/"]) {
      expect(addressProblem(address)).toMatch(/^Enter an https address/);
    }
  });

  it("describe why an endpoint is disabled", () => {
    expect(disabledText({ ...endpoint, disabledReason: "HTTP 410" })).toBe(
      "HTTP 410. Events wait for up to 7 days.",
    );
  });

  it("describe a test", () => {
    expect(testText({ succeeded: true, note: "HTTP 204" })).toBe(
      "The test was received: HTTP 204.",
    );
    expect(testText({ succeeded: false, note: "It timed out." })).toBe(
      "The test failed. It timed out.",
    );
    expect(testText({ succeeded: false, note: "HTTP 500" })).toBe("The test failed. HTTP 500.");
  });

  it("describe a failed event and its next attempt", () => {
    expect(failureOf(failed)).toBe("3 attempts. HTTP 503.");
    expect(failureOf({ ...failed, attempts: 0 })).toBe("Waits for an earlier event");
    expect(nextAttemptText(failed, now)).toBe("Next attempt 10:30");
    expect(nextAttemptText(failed, new Date("2026-11-21T11:00:00"))).toBe("Next attempt now");
    expect(nextAttemptText({ ...failed, nextAttemptAt: null }, now)).toBe("Given up");
  });

  it("describe an attempt", () => {
    const { eventId, kind, at } = failed;
    const delivery = { eventId, kind, at, succeeded: true, note: "HTTP 200", milliseconds: 81 };
    expect(attemptText(delivery)).toBe("HTTP 200 (81 ms)");
    expect(attemptText({ ...delivery, note: null, milliseconds: 2400 })).toBe("Received (2 s)");
  });

  it("describe the last delivery", () => {
    const { eventId, kind } = failed;
    const at = "2026-11-21T09:15:00";
    const delivery = { eventId, kind, at, succeeded: true, note: null, milliseconds: 81 };
    const none = { waiting: 0, isStopped: false, missed: 0, failed: [], recent: [] };
    expect(lastDeliveryText(none, now)).toBe("None yet");
    expect(lastDeliveryText({ ...none, recent: [delivery] }, now)).toBe("Delivered 09:15");
    const recent = [delivery, { ...delivery, succeeded: false }];
    expect(lastDeliveryText({ ...none, recent, failed: [failed] }, now)).toBe(
      "Failed 09:15, 1 not delivered",
    );
  });

  it("describe what waits and what expired", () => {
    const none = { waiting: 0, isStopped: false, missed: 0, failed: [], recent: [] };
    expect(backlogTexts(none)).toEqual([]);
    expect(backlogTexts({ ...none, waiting: 2, missed: 1, isStopped: true })).toEqual([
      "100 events failed. Later events wait until one of them is delivered.",
      "Events of 2 commits wait to be sent.",
      "Events of 1 commit expired before they were sent.",
    ]);
  });
});
