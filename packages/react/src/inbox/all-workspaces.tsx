"use client";

import type { Inbox } from "@agent-treasury/sdk-client";
import { Inbox as InboxIcon } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { ActionCard } from "../administration/action-card.tsx";
import { counted } from "../administration/action-text.ts";
import { renderRuleChanges } from "../administration/rule-changes.tsx";
import { Empty } from "../parts/empty.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { InWorkspace } from "../provider/in-workspace.tsx";
import { cutWorkspaces, type InboxItem, inboxItems, itemId } from "./inbox-items.ts";
import { SpendCard } from "./spend-card.tsx";
import { useInboxFocus } from "./use-inbox-focus.ts";
import { useInbox } from "./use-inbox.ts";
import { waitingSpendId } from "./waiting-spend.ts";
import styles from "./approval-inbox.module.css";

const mostNamed = 5;

/** What needs approval in all workspaces, each decided in place. */
export function AllWorkspaces(): ReactNode {
  const headingId = useId();
  const [rounds, setRounds] = useState(1);
  const { inbox, error, refresh } = useInbox(rounds);
  const items = inbox === undefined ? [] : inboxItems(inbox);
  const { heading, list, keptFocus, focusNext } = useInboxFocus(items.map(itemId).join());
  return (
    <section aria-labelledby={headingId} className={styles.section} {...keptFocus}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
        Needs approval in all workspaces
        {items.length > 0 && <span className={styles.count}>{items.length}</span>}
      </h2>
      {error !== undefined && (
        <Problem title="The inbox could not be loaded." error={error} onAgain={refresh} />
      )}
      {inbox === undefined ? (
        error === undefined && <Placeholder lines={12} text="Loading spends and changes…" />
      ) : items.length === 0 ? (
        <div className="at-card">
          <Empty icon={<InboxIcon size={18} />} title="Nothing needs approval">
            <p>Spends and changes of all workspaces that you may see appear here.</p>
          </Empty>
        </div>
      ) : (
        <ul ref={list} className={styles.list}>
          {items.map((item, index) => (
            <Item key={itemId(item)} item={item} onDecided={() => focusNext(index)} />
          ))}
        </ul>
      )}
      {inbox !== undefined && <Rest inbox={inbox} onMore={() => setRounds(rounds + 1)} />}
    </section>
  );
}

interface ItemProps {
  readonly item: InboxItem;
  onDecided(): void;
}

function Item({ item, onDecided }: ItemProps): ReactNode {
  if (item.kind === "change") {
    const { workspaceId } = item.action;
    return (
      <li>
        <InWorkspace workspaceId={workspaceId}>
          <ActionCard
            action={item.action}
            workspaceName={workspaceId}
            renderRules={renderRuleChanges}
          />
        </InWorkspace>
      </li>
    );
  }
  const { proposal, workspace } = item;
  const { workspaceId } = workspace;
  return (
    <li id={waitingSpendId(proposal.id)}>
      <InWorkspace workspaceId={workspaceId}>
        <SpendCard
          proposal={proposal}
          treasury={workspace}
          workspaceName={workspaceId}
          onDecided={onDecided}
        />
      </InWorkspace>
    </li>
  );
}

interface RestProps {
  readonly inbox: Inbox;
  onMore(): void;
}

/** What the list does not show. */
function Rest({ inbox, onMore }: RestProps): ReactNode {
  const { notDone, cursor } = inbox;
  return (
    <>
      {cutWorkspaces(inbox).map(({ workspaceId, pendingCount }) => (
        <p key={workspaceId} className="at-soft at-small">
          These are the oldest of {pendingCount} spends of workspace <bdi>{workspaceId}</bdi>.
        </p>
      ))}
      {notDone.length > 0 && (
        <div role="alert" className={styles.unread}>
          <p>{counted(notDone.length, "workspace")} could not be read:</p>
          <ul>
            {notDone.slice(0, mostNamed).map(({ workspaceId, problem }) => (
              <li key={workspaceId}>
                <bdi>{workspaceId}</bdi>: {problem}
              </li>
            ))}
            {notDone.length > mostNamed && <li>And {notDone.length - mostNamed} more.</li>}
          </ul>
        </div>
      )}
      {cursor !== null && (
        <button type="button" className="at-button" onClick={onMore}>
          Look for more
        </button>
      )}
    </>
  );
}
