"use client";

import { type ReactNode, useId, useState } from "react";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { EndpointButtons, type EndpointButtonsProps } from "./endpoint-buttons.tsx";
import { eventType } from "./event-kinds.ts";
import { disabledText, endpointName, kindsText } from "./webhook-text.ts";
import styles from "./webhooks.module.css";

export function EndpointCard(props: EndpointButtonsProps): ReactNode {
  const { endpoint } = props;
  const nameId = useId();
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
          </h3>
          <code>
            <bdi>{url}</bdi>
          </code>
        </div>
        <EndpointButtons {...props} />
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

function Moment({ at }: { readonly at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatFullMoment(at)}>
      {formatMoment(at)}
    </time>
  );
}
