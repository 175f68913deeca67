"use client";

import type { Allocation } from "@agent-treasury/sdk-client";
import { Network, Plus } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { PendingActions } from "../administration/pending-actions.tsx";
import { useActionsKnown, usePendingActions } from "../administration/use-actions.ts";
import { useFreezes } from "../freezes/use-freezes.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Empty } from "../parts/empty.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { AllocationDialog } from "./allocation-dialog.tsx";
import { allocationTrees, flattened } from "./allocation-nodes.ts";
import { type AllocationCalls, AllocationHeads, AllocationTree } from "./allocation-tree.tsx";
import { ArchiveDialog } from "./archive-dialog.tsx";
import { trendDays } from "./trend.ts";
import { useAllocations } from "./use-allocations.ts";
import { type Trends, useTrends } from "./use-trends.ts";
import styles from "./allocation-list.module.css";

/** What the open dialog changes. */
type Editing =
  | { readonly kind: "create"; readonly parent: string | null }
  | { readonly kind: "change" | "archive"; readonly allocation: Allocation };

/** The same list, so that nothing is computed again. */
const noAllocations: readonly Allocation[] = [];

const types = ["set_allocation", "archive_allocation", "unfreeze"] as const;

/** Allocations with their usage. They are created, changed and archived here. */
export function AllocationList(): ReactNode {
  const id = useId();
  const { data, error, mutate } = useAllocations();
  const freezes = useFreezes();
  const pending = usePendingActions();
  const isKnown = useActionsKnown();
  const trends = useTrends(data?.allocations ?? noAllocations);
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const trees = allocationTrees(data?.allocations ?? []);
  const archived = (data?.allocations ?? []).filter((one) => one.archived);
  const calls: AllocationCalls = {
    onAdd: (parent) => setEditing({ kind: "create", parent }),
    onChange: (allocation) => setEditing({ kind: "change", allocation }),
    onArchive: (allocation) => setEditing({ kind: "archive", allocation }),
  };
  const close = (): void => setEditing(null);
  const isLoading = error === undefined && !(isKnown && data !== undefined);
  if (isLoading) return <Placeholder lines={12} text="Loading allocations…" />;
  return (
    <div className={styles.allocations}>
      <PendingActions types={types} />
      <section aria-labelledby={id} className={styles.section}>
        <header className={styles.head}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            Allocations
          </h2>
          <button
            type="button"
            className="at-button at-button-solid"
            onClick={() => calls.onAdd(null)}
          >
            <Plus size={16} aria-hidden="true" /> New allocation
          </button>
        </header>
        {error !== undefined && (
          <Problem
            title="Allocations could not be loaded."
            error={error}
            onAgain={() => void mutate()}
          />
        )}
        {data !== undefined && (
          <div className="at-card">
            {trees.length === 0 ? (
              <Empty icon={<Network size={18} />} title="No allocations yet">
                <p>
                  An allocation is a share of this workspace’s spending, for a team, a project or an
                  agent. A spend counts against its allocation and all above it.
                </p>
              </Empty>
            ) : (
              <>
                <AllocationHeads />
                <AllocationTree
                  nodes={trees}
                  freezes={freezes}
                  pending={pending}
                  trends={trends?.days}
                  calls={calls}
                />
              </>
            )}
          </div>
        )}
        {trees.length > 0 && <TrendNote isCut={trends?.isCut ?? false} />}
        {archived.length > 0 && <Archived allocations={archived} />}
      </section>
      {editing !== null && editing.kind !== "archive" && (
        <AllocationDialog
          allocation={editing.kind === "change" ? editing.allocation : null}
          parent={editing.kind === "create" ? editing.parent : null}
          others={flattened(trees)}
          onClose={close}
        />
      )}
      {editing?.kind === "archive" && (
        <ArchiveDialog
          allocation={editing.allocation}
          onClose={close}
          onArchived={() => heading.current?.focus()}
        />
      )}
    </div>
  );
}

function TrendNote({ isCut }: Pick<Trends, "isCut">): ReactNode {
  return (
    <p className="at-soft at-small">
      Bars show the spending on each of the last {trendDays} days, including the allocations below.
      {isCut && " Older days are missing, because there are many spends."}
    </p>
  );
}

function Archived({ allocations }: { readonly allocations: readonly Allocation[] }): ReactNode {
  return (
    <Disclosure summary={`Archived (${allocations.length})`}>
      <ul className={styles.archived}>
        {allocations.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi> <code>{id}</code>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
