"use client";

import { type ReactNode, useId, useRef } from "react";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { useTask } from "../hooks/use-task.ts";
import { Problem } from "../parts/problem.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { eventType } from "./event-kinds.ts";
import { useDeliveries } from "./use-webhooks.ts";
import {
  attemptText,
  backlogTexts,
  endpointName,
  failureOf,
  nextAttemptText,
} from "./webhook-text.ts";
import type { FailedEvent, PastDelivery, WebhookDeliveries, WebhookEndpoint } from "./webhook.ts";
import styles from "./webhooks.module.css";

interface DeliveryListProps {
  readonly endpoint: WebhookEndpoint;
}

/** The failed events of an endpoint, which can be sent again, and its last attempts. */
export function DeliveryList({ endpoint }: DeliveryListProps): ReactNode {
  const { client } = useTreasuryContext();
  const { data, error, mutate } = useDeliveries(endpoint.id);
  const { isBusy, problem, run } = useTask();
  const region = useRef<HTMLDivElement>(null);
  const replay = (eventId: string | null): void => {
    void run(async () => {
      const input = { endpointId: endpoint.id, eventId };
      const path = "/endpoints/{endpointId}/replay";
      const request = { method: "POST", path, input } as const;
      await mutate(client.plugin<WebhookDeliveries>("webhooks", request), { revalidate: false });
      // The button may be removed.
      region.current?.focus();
    });
  };
  if (data === undefined) {
    return error === undefined ? (
      <p className="at-soft at-small">Loading deliveries…</p>
    ) : (
      <Problem
        title="Deliveries could not be loaded."
        error={error}
        onAgain={() => void mutate()}
      />
    );
  }
  const backlog = backlogTexts(data);
  const isEmpty = data.failed.length === 0 && data.recent.length === 0 && backlog.length === 0;
  return (
    <div
      ref={region}
      role="region"
      tabIndex={-1}
      className={styles.deliveries}
      aria-label={`Deliveries to ${endpointName(endpoint)}`}
    >
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
      {backlog.length > 0 && (
        <ul className={styles.backlog}>
          {backlog.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {isEmpty && <p className="at-soft at-small">No events were sent yet.</p>}
      <Failed failed={data.failed} isBusy={isBusy} onReplay={replay} />
      <Recent recent={data.recent} />
    </div>
  );
}

interface FailedProps {
  readonly failed: readonly FailedEvent[];
  readonly isBusy: boolean;
  /** Null for all. */
  onReplay(eventId: string | null): void;
}

function Failed({ failed, isBusy, onReplay }: FailedProps): ReactNode {
  const id = useId();
  const now = new Date();
  if (failed.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <header className={styles.head}>
        <h4 id={id}>
          Not delivered <span className="at-soft at-number">{failed.length}</span>
        </h4>
        <button
          type="button"
          className="at-button"
          disabled={isBusy}
          onClick={() => onReplay(null)}
        >
          Send all again
        </button>
      </header>
      <ul className={styles.rows}>
        {failed.map((event) => (
          <li key={event.eventId}>
            <div>
              <p>
                <code>{eventType(event.kind)}</code> <Moment at={event.at} />
              </p>
              <p className={styles.failure}>{failureOf(event)}</p>
            </div>
            <span data-status={event.nextAttemptAt === null ? "bad" : "waiting"}>
              {nextAttemptText(event, now)}
            </span>
            <button
              type="button"
              className="at-button"
              disabled={isBusy}
              aria-label={`Send again: ${eventType(event.kind)} of ${formatMoment(event.at, now)}`}
              onClick={() => onReplay(event.eventId)}
            >
              Send again
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recent({ recent }: Pick<WebhookDeliveries, "recent">): ReactNode {
  const id = useId();
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h4 id={id}>Last attempts</h4>
      <ul className={styles.rows}>
        {recent.toReversed().map((delivery) => (
          <li key={`${delivery.eventId} ${delivery.at}`}>
            <Attempt delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Attempt({ delivery }: { readonly delivery: PastDelivery }): ReactNode {
  const { kind, at, succeeded } = delivery;
  return (
    <>
      <div>
        <p>
          <code>{eventType(kind)}</code> <Moment at={at} />
        </p>
        <p className={succeeded ? "at-soft" : styles.failure}>{attemptText(delivery)}</p>
      </div>
      <span data-status={succeeded ? "good" : "bad"}>{succeeded ? "Delivered" : "Failed"}</span>
    </>
  );
}

function Moment({ at }: { readonly at: string }): ReactNode {
  return (
    <time className="at-soft" dateTime={at} title={formatFullMoment(at)}>
      {formatMoment(at)}
    </time>
  );
}
