import type { Allocation, Freeze } from "@agent-treasury/sdk-client";
import { Archive, PencilLine, Plus } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { FreezeButton } from "../freezes/freeze-button.tsx";
import { freezeOf } from "../freezes/freeze-text.ts";
import { FrozenBadge } from "../freezes/frozen-badge.tsx";
import type { DaySpend } from "../ledger/spend-by-day.ts";
import type { AllocationNode } from "./allocation-nodes.ts";
import { AllocationUsage } from "./allocation-usage.tsx";
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
  /** By allocation. Undefined until loaded. */
  readonly trends: ReadonlyMap<string, readonly DaySpend[]> | undefined;
  readonly calls: AllocationCalls;
  readonly depth?: number;
}

/** Nested lists, in which the figures of all levels have the same columns. */
export function AllocationTree(props: AllocationTreeProps): ReactNode {
  const { nodes, freezes, trends, calls, depth = 0 } = props;
  return (
    <ul className={styles.tree}>
      {nodes.map(({ allocation, children }) => (
        <li key={allocation.id}>
          <Row
            allocation={allocation}
            freezes={freezes}
            days={trends?.get(allocation.id)}
            calls={calls}
            depth={depth}
          />
          {children.length > 0 && (
            <AllocationTree
              nodes={children}
              freezes={freezes}
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
  readonly days: readonly DaySpend[] | undefined;
  readonly calls: AllocationCalls;
  readonly depth: number;
}

function Row({ allocation, freezes, days, calls, depth }: RowProps): ReactNode {
  const { id, name } = allocation;
  const isFrozen = freezeOf(freezes, "allocation", id) !== undefined;
  return (
    <div className={styles.row} style={{ "--depth": depth } as CSSProperties}>
      <div className={styles.name}>
        <p>
          <bdi>{name}</bdi> {isFrozen && <FrozenBadge />}
        </p>
        <code>{id}</code>
      </div>
      <AllocationUsage allocation={allocation} days={days} />
      <div className={styles.buttons}>
        {!isFrozen && <FreezeButton scope="allocation" id={id} iconOnly />}
        {depth < deepest && (
          <button
            type="button"
            className="at-button at-button-quiet at-button-icon"
            aria-label={`New allocation below ${name}`}
            title="New allocation below"
            onClick={() => calls.onAdd(id)}
          >
            <Plus size={16} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="at-button at-button-quiet at-button-icon"
          aria-label={`Change ${name}`}
          title="Change"
          onClick={() => calls.onChange(allocation)}
        >
          <PencilLine size={16} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="at-button at-button-quiet at-button-icon"
          aria-label={`Archive ${name}`}
          title="Archive"
          onClick={() => calls.onArchive(allocation)}
        >
          <Archive size={16} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
