import type { Allocation } from "@agent-treasury/sdk-client";
import { Archive, PencilLine, Plus } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
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
  readonly calls: AllocationCalls;
  readonly depth?: number;
}

/** Nested lists, in which the figures of all levels have the same columns. */
export function AllocationTree({ nodes, calls, depth = 0 }: AllocationTreeProps): ReactNode {
  return (
    <ul className={styles.tree}>
      {nodes.map(({ allocation, children }) => (
        <li key={allocation.id}>
          <Row allocation={allocation} calls={calls} depth={depth} />
          {children.length > 0 && (
            <AllocationTree nodes={children} calls={calls} depth={depth + 1} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly allocation: Allocation;
  readonly calls: AllocationCalls;
  readonly depth: number;
}

function Row({ allocation, calls, depth }: RowProps): ReactNode {
  const { id, name } = allocation;
  return (
    <div className={styles.row} style={{ "--depth": depth } as CSSProperties}>
      <div className={styles.name}>
        <p>
          <bdi>{name}</bdi>
        </p>
        <code>{id}</code>
      </div>
      <AllocationUsage allocation={allocation} />
      <div className={styles.buttons}>
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
