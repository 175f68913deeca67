"use client";

import { Plus, Webhook } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { PendingActions } from "../administration/pending-actions.tsx";
import { Empty } from "../parts/empty.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { useEndpoints } from "./use-webhooks.ts";
import styles from "./webhooks.module.css";

/**
 * Endpoints that receive the events of the workspace, with their deliveries. Renders null if the
 * service has no webhooks, or does not show them to the person.
 */
export function WebhookList(): ReactNode {
  const id = useId();
  const { endpoints, error, isMissing, refresh } = useEndpoints();
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const onRemoved = (): void => {
    refresh();
    heading.current?.focus();
  };
  if (isMissing) return null;
  return (
    <div className={styles.webhooks}>
      <section aria-labelledby={id} className={styles.section}>
        <header className={styles.head}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            Webhooks
          </h2>
          <button
            type="button"
            className="at-button at-button-solid"
            disabled={endpoints === undefined}
            onClick={() => setAdding(true)}
          >
            <Plus size={16} aria-hidden="true" /> Add an endpoint
          </button>
        </header>
        {error !== undefined && (
          <Problem title="Webhooks could not be loaded." error={error} onAgain={refresh} />
        )}
        {endpoints === undefined && error === undefined && (
          <Placeholder lines={6} text="Loading webhooks…" />
        )}
        {endpoints?.length === 0 && (
          <div className="at-card">
            <Empty icon={<Webhook size={18} />} title="No endpoints">
              <p>An endpoint receives signed events, such as a spend that needs approval.</p>
            </Empty>
          </div>
        )}
        {endpoints !== undefined && endpoints.length > 0 && (
          <ul className={styles.list}>
            {endpoints.map((endpoint) => (
              <li key={endpoint.id}>
                <EndpointCard endpoint={endpoint} onChanged={refresh} onRemoved={onRemoved} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {endpoints !== undefined && <PendingActions types={pluginActions} plugin="webhooks" />}
      {isAdding && <AddDialog onClose={() => setAdding(false)} onAdded={refresh} />}
    </div>
  );
}

const pluginActions = ["plugin_action"] as const;
