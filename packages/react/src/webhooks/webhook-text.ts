import { counted } from "../administration/action-text.ts";
import { formatDuration, formatMoment } from "../format/moment.ts";
import { eventType } from "./event-kinds.ts";
import type {
  BegunChange,
  FailedEvent,
  PastDelivery,
  TestResult,
  WebhookDeliveries,
  WebhookEndpoint,
} from "./webhook.ts";

const mostNamed = 3;

/** Returns which events an endpoint receives. */
export function kindsText(kinds: WebhookEndpoint["kinds"]): string {
  if (kinds === null) return "All events";
  if (kinds.length > mostNamed) return counted(kinds.length, "kind of event", "kinds of events");
  return kinds.map(eventType).join(", ");
}

/** Returns the name of an endpoint for people: its description, or its host. */
export function endpointName({ url, description }: WebhookEndpoint): string {
  const described = description?.trim() ?? "";
  if (described !== "") return described;
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Returns what is wrong with an address, as far as the page knows. */
export function addressProblem(address: string): string | null {
  const given = address.trim();
  if (URL.canParse(given) && new URL(given).protocol === "https:") return null;
  return "Enter an https address, for example https://example.com/webhooks.";
}

/** Returns why an endpoint is disabled. */
export function disabledText({ disabledReason }: WebhookEndpoint): string {
  const effect = "Events wait for up to 7 days.";
  return disabledReason === null ? effect : `${sentence(disabledReason)} ${effect}`;
}

export function enabledText(endpoint: WebhookEndpoint, { isDone }: BegunChange): string {
  const name = endpointName(endpoint);
  return isDone ? `${name} is enabled.` : `Enabling ${name} needs approval.`;
}

export function removedText(endpoint: WebhookEndpoint, { isDone }: BegunChange): string {
  const name = endpointName(endpoint);
  return isDone ? `The endpoint ${name} was removed.` : `Removing ${name} needs approval.`;
}

export function testText({ succeeded, note }: TestResult): string {
  return succeeded ? `The test was received: ${note}.` : `The test failed. ${sentence(note)}`;
}

/** Returns when a failed event is sent again. */
export function nextAttemptText({ nextAttemptAt }: FailedEvent, now: Date): string {
  if (nextAttemptAt === null) return "Given up";
  if (new Date(nextAttemptAt) <= now) return "Next attempt now";
  return `Next attempt ${formatMoment(nextAttemptAt, now)}`;
}

/** Returns why an event is not delivered, with the number of attempts. */
export function failureOf({ attempts, failure }: FailedEvent): string {
  return attempts === 0
    ? "Waits for an earlier event"
    : `${counted(attempts, "attempt")}. ${sentence(failure)}`;
}

/** Returns the result of an attempt, with its time. */
export function attemptText({ succeeded, note, milliseconds }: PastDelivery): string {
  const time = milliseconds < 1000 ? `${milliseconds} ms` : formatDuration(milliseconds);
  return `${note ?? (succeeded ? "Received" : "Failed")} (${time})`;
}

/** Returns the last attempt, and the number of events that are not delivered. */
export function lastDeliveryText({ recent, failed }: WebhookDeliveries, now: Date): string {
  const last = recent.at(-1);
  const undelivered = failed.length === 0 ? "" : `, ${failed.length} not delivered`;
  if (last === undefined) return `None yet${undelivered}`;
  return `${last.succeeded ? "Delivered" : "Failed"} ${formatMoment(last.at, now)}${undelivered}`;
}

/** Returns what a list of attempts does not show. */
export function backlogTexts(deliveries: WebhookDeliveries): readonly string[] {
  const { waiting, missed, isStopped } = deliveries;
  return [
    ...(isStopped ? ["100 events failed. Later events wait until one of them is delivered."] : []),
    ...(waiting > 0 ? [`${eventsOf(waiting)} wait to be sent.`] : []),
    ...(missed > 0 ? [`${eventsOf(missed)} expired before they were sent.`] : []),
  ];
}

function eventsOf(commits: number): string {
  return `Events of ${counted(commits, "commit")}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
