"use client";

import { Plus, Server } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Empty } from "../parts/empty.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { ConnectHost } from "./connect-host.tsx";
import { MachineCard } from "./machine-card.tsx";
import { ProvisionDialog } from "./provision-dialog.tsx";
import { useMachines } from "./use-machines.ts";
import styles from "./machine-list.module.css";

/** Machines of agents. They are provisioned, suspended, started and destroyed here. */
export function MachineList(): ReactNode {
  const id = useId();
  const { data: fleet, error, mutate } = useMachines();
  const [isProvisioning, setProvisioning] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const refresh = (): void => void mutate();
  return (
    <section aria-labelledby={id} className={styles.machines}>
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          Machines
        </h2>
        {fleet?.configured === true && (
          <button
            type="button"
            className="at-button at-button-solid"
            onClick={() => setProvisioning(true)}
          >
            <Plus size={16} aria-hidden="true" /> Provision a machine
          </button>
        )}
      </header>
      {error !== undefined && (
        <Problem title="Machines could not be loaded." error={error} onAgain={refresh} />
      )}
      {fleet === undefined && error === undefined && (
        <Placeholder lines={12} text="Loading machines…" />
      )}
      {fleet?.configured === false && <ConnectHost />}
      {fleet?.configured === true && fleet.machines.length === 0 && (
        <div className="at-card">
          <Empty icon={<Server size={18} />} title="No machines yet">
            <p>
              An agent runs commands on its own machine: {fleet.spec.cpuKind} × {fleet.spec.cpus},{" "}
              {fleet.spec.memoryMb} MB, in {fleet.spec.region}.
            </p>
          </Empty>
        </div>
      )}
      {fleet !== undefined && fleet.machines.length > 0 && (
        <ul className={styles.list}>
          {fleet.machines.map((machine) => (
            <li key={machine.id}>
              <MachineCard
                machine={machine}
                onChange={refresh}
                onDestroyed={() => {
                  refresh();
                  heading.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {fleet?.configured === true && (
        <ProvisionDialog
          open={isProvisioning}
          onOpenChange={setProvisioning}
          spec={fleet.spec}
          onProvisioned={refresh}
        />
      )}
    </section>
  );
}
