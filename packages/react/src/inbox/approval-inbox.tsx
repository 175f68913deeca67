"use client";

import { type ReactNode, Suspense, lazy } from "react";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { InboxNotices } from "./inbox-notices.tsx";
import { OwnWorkspace } from "./own-workspace.tsx";

const AllWorkspaces = lazy(async () => ({
  default: (await import("./all-workspaces.tsx")).AllWorkspaces,
}));

export interface ApprovalInboxProps {
  /**
   * `workspace` (the default) shows the provider's workspace. `all` shows what needs approval in all
   * workspaces that the person may see, without decided spends.
   */
  readonly scope?: "workspace" | "all" | undefined;
  /**
   * The spend of a link that an approver followed. Its card receives the focus. A decided spend is
   * shown with its outcome. Only with the scope `workspace`.
   */
  readonly proposalId?: string | undefined;
}

/** Pending spends with their decisions, then the decided ones. */
export function ApprovalInbox(props: ApprovalInboxProps): ReactNode {
  return (
    <InboxNotices>
      <InboxCards {...props} />
    </InboxNotices>
  );
}

/** An inbox in a page that leaves space for notifications elsewhere. */
export function InboxCards(props: ApprovalInboxProps): ReactNode {
  const { scope = "workspace", proposalId } = props;
  if (scope === "workspace") return <OwnWorkspace proposalId={proposalId} />;
  return (
    <PartBoundary>
      <Suspense fallback={<Placeholder lines={12} text="Loading spends and changes…" />}>
        <AllWorkspaces />
      </Suspense>
    </PartBoundary>
  );
}
