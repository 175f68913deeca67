import type { AdministrativeAction, Allocation, Freeze } from "@agent-treasury/sdk-client";
import { Archive, type LucideIcon, PencilLine, Plus } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { allocationChange } from "../administration/changes-of.ts";
import { WaitingBadge } from "../administration/waiting-badge.tsx";
import { FreezeButton } from "../freezes/freeze-button.tsx";
import { freezeOf } from "../freezes/freeze-text.ts";
import { FrozenBadge } from "../freezes/frozen-badge.tsx";
import type { DaySpend } from "../ledger/spend-by-day.ts";
import type { AllocationNode } from "./allocation-nodes.ts";
import { AllocationUsage } from "./allocation-usage.tsx";
import { trendDays } from "./trend.ts";
import styles from "./allocation-tree.module.css";

export interface AllocationCalls {
  /** Null at the top. */
  onAdd(parent: string | null): void;
  onChange(allocation: Allocation): void;
  onArchive(allocation: Allocation): void;
}

/** The service allows four levels. */
const deepest = 3;

interface AllocationTreeProps {
  readonly nodes: readonly AllocationNode[];
  readonly freezes: readonly Freeze[];
  readonly pending: readonly AdministrativeAction[];
  /** By allocation. Undefined until loaded. */
  readonly trends: ReadonlyMap<string, readonly DaySpend[]> | undefined;
  readonly calls: AllocationCalls;
  readonly depth?: number;
}

/** The heads of the columns. A screen reader reads the name of each figure instead. */
export function AllocationHeads(): ReactNode {
  return (
    <div className={`${styles.row} ${styles.heads}`} aria-hidden="true">
      <span>Allocation</span>
      <span>Limit</span>
      <span>Last {trendDays} days</span>
      <div className={styles.figures}>
        <span>Used</span>
        <span>Held</span>
        <span>Left</span>
      </div>
      <span className={styles.buttons} />
    </div>
  );
}

/** Nested lists, in which the figures of all levels have the same columns. */
export function AllocationTree(props: AllocationTreeProps): ReactNode {
  const { nodes, freezes, pending, trends, calls, depth = 0 } = props;
  return (
    <ul className={styles.tree}>
      {nodes.map(({ allocation, children }) => (
        <li key={allocation.id}>
          <Row
            allocation={allocation}
            freezes={freezes}
            pending={pending}
            days={trends?.get(allocation.id)}
            calls={calls}
            depth={depth}
          />
          {children.length > 0 && (
            <AllocationTree
              nodes={children}
              freezes={freezes}
              pending={pending}
              trends={trends}
              calls={calls}
              depth={depth + 1}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly allocation: Allocation;
  readonly freezes: readonly Freeze[];
  readonly pending: readonly AdministrativeAction[];
  readonly days: readonly DaySpend[] | undefined;
  readonly calls: AllocationCalls;
  readonly depth: number;
}

function Row({ allocation, freezes, pending, days, calls, depth }: RowProps): ReactNode {
  const { id, name } = allocation;
  const isFrozen = freezeOf(freezes, "allocation", id) !== undefined;
  return (
    <div className={styles.row} style={{ "--depth": depth } as CSSProperties}>
      <div className={styles.name}>
        <p>
          <bdi>{name}</bdi> {isFrozen && <FrozenBadge />}{" "}
          <WaitingBadge change={allocationChange(pending, id)} />
        </p>
        <code>{id}</code>
      </div>
      <AllocationUsage allocation={allocation} days={days} />
      <div className={styles.buttons}>
        {!isFrozen && <FreezeButton scope="allocation" id={id} compact />}
        {depth < deepest && (
          <IconButton
            icon={Plus}
            title="New allocation below"
            name={name}
            onClick={() => calls.onAdd(id)}
          />
        )}
        <IconButton
          icon={PencilLine}
          title="Change"
          name={name}
          onClick={() => calls.onChange(allocation)}
        />
        <IconButton
          icon={Archive}
          title="Archive"
          name={name}
          onClick={() => calls.onArchive(allocation)}
        />
      </div>
    </div>
  );
}

interface IconButtonProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** The allocation's name, which completes the title for screen readers. */
  readonly name: string;
  onClick(): void;
}

function IconButton({ icon: Icon, title, name, onClick }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="at-button at-button-quiet at-button-icon"
      aria-label={`${title} ${name}`}
      title={title}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}
