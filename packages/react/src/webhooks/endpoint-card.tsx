"use client";

import { type ReactNode, useId, useState } from "react";
import { endpointChange } from "../administration/changes-of.ts";
import { usePendingActions } from "../administration/use-actions.ts";
import { WaitingBadge } from "../administration/waiting-badge.tsx";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { EndpointButtons, type EndpointCalled } from "./endpoint-buttons.tsx";
import { eventType } from "./event-kinds.ts";
import { useDeliveries } from "./use-webhooks.ts";
import { disabledText, endpointName, kindsText, lastDeliveryText } from "./webhook-text.ts";
import styles from "./webhooks.module.css";

/** While the list of deliveries is closed. */
const refreshMs = 30_000;

export function EndpointCard(props: EndpointCalled): ReactNode {
  const { endpoint } = props;
  const nameId = useId();
  const waiting = endpointChange(usePendingActions(), endpoint.id);
  const [isShown, setShown] = useState(false);
  const { url, kinds, createdAt, disabledAt, previousSecretUntil } = endpoint;
  return (
    <article className={`at-card ${styles.card}`} aria-labelledby={nameId}>
      <header className={styles.cardHead}>
        <div className={styles.name}>
          <h3 id={nameId}>
            <bdi>{endpointName(endpoint)}</bdi>
            <span className={styles.status} data-status={disabledAt === null ? "good" : "bad"}>
              {disabledAt === null ? "Enabled" : "Disabled"}
            </span>
            <WaitingBadge change={waiting} />
          </h3>
          <code>
            <bdi>{url}</bdi>
          </code>
        </div>
        <EndpointButtons {...props} isWaiting={waiting !== undefined} />
      </header>
      {disabledAt !== null && (
        <p className={styles.disabled}>
          Disabled <Moment at={disabledAt} />: {disabledText(endpoint)}
        </p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Events</dt>
          <dd title={kinds?.map(eventType).join(", ")}>{kindsText(kinds)}</dd>
        </div>
        <LastDelivery endpoint={endpoint} />
        <div>
          <dt>Created</dt>
          <dd>
            <Moment at={createdAt} />
          </dd>
        </div>
        {previousSecretUntil !== null && (
          <div>
            <dt>Previous secret</dt>
            <dd>
              Valid until <Moment at={previousSecretUntil} />
            </dd>
          </div>
        )}
      </dl>
      <Disclosure summary="Deliveries" onOpen={setShown}>
        {isShown && <DeliveryList endpoint={endpoint} />}
      </Disclosure>
    </article>
  );
}

function LastDelivery({ endpoint }: Pick<EndpointCalled, "endpoint">): ReactNode {
  const { data } = useDeliveries(endpoint.id, refreshMs);
  const isBad = data !== undefined && (data.failed.length > 0 || data.isStopped);
  return (
    <div>
      <dt>Last delivery</dt>
      <dd data-status={isBad ? "bad" : undefined}>
        {data === undefined ? "…" : lastDeliveryText(data, new Date())}
      </dd>
    </div>
  );
}

function Moment({ at }: { readonly at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatFullMoment(at)}>
      {formatMoment(at)}
    </time>
  );
}
