"use client";

import type { AgentMachine } from "@agent-treasury/sdk-client";
import { Pause, Play, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { formatDuration } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { CommandLine } from "./command-line.tsx";
import { nameOf, useMachine } from "./use-machine.ts";
import styles from "./machine-card.module.css";

interface MachineCardProps {
  readonly machine: AgentMachine;
  onChange(): void;
  onDestroyed(): void;
}

export function MachineCard({ machine, onChange, onDestroyed }: MachineCardProps): ReactNode {
  const titleId = useId();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, suspend, start, destroy } = useMachine(machine, onChange);
  const name = nameOf(machine);
  const isSuspended = machine.state === "suspended";
  return (
    <article className={`at-card ${styles.machine}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>
          <bdi>{name}</bdi>
        </h3>
        <span className={styles.state} data-state={machine.state}>
          {machine.state}
        </span>
      </header>
      {machine.goal !== null && (
        <p className={styles.goal}>
          <bdi>{machine.goal}</bdi>
        </p>
      )}
      <Facts machine={machine} />
      <div className={styles.actions}>
        {isSuspended ? (
          <button type="button" className="at-button" disabled={isBusy} onClick={start}>
            <Play size={15} aria-hidden="true" /> Start
          </button>
        ) : (
          <button type="button" className="at-button" disabled={isBusy} onClick={suspend}>
            <Pause size={15} aria-hidden="true" /> Suspend
          </button>
        )}
        <button
          type="button"
          className="at-button at-button-quiet"
          disabled={isBusy}
          onClick={() => setAsking(true)}
        >
          <Trash2 size={15} aria-hidden="true" /> Destroy…
        </button>
      </div>
      <CommandLine machine={machine} onRan={onChange} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Destroy ${name}?`}
        description="This permanently deletes the machine and its disk."
        action="Destroy the machine"
        tone="danger"
        onConfirm={() => destroy(onDestroyed)}
      />
    </article>
  );
}

function Facts({ machine }: { readonly machine: AgentMachine }): ReactNode {
  const facts: readonly (readonly [string, string])[] = [
    ["Estimated cost", formatUsd(machine.computeCostUsd)],
    ["Running time", formatDuration(machine.uptimeMs)],
    ["Size", `${machine.cpuKind} × ${machine.cpus}, ${machine.memoryMb} MB`],
    ["Region", machine.region],
    ["Workspace", machine.workspaceId ?? "none"],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="at-number">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
