"use client";

import { CommandCentre, type Screen } from "@agent-treasury/react/command-centre";
import { TreasuryProvider, useTreasury } from "@agent-treasury/react/provider";
import { isTreasuryApiError } from "@agent-treasury/sdk-client";
import type { PageSession } from "@agent-treasury/server";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { basePath } from "../lib/base-path.ts";
import { pathOf, screenAt } from "../lib/screens.ts";
import type { Address } from "../lib/use-address.ts";
import { signOut } from "../lib/use-session.ts";

interface WorkspaceProps {
  readonly address: Address;
  openWorkspace(workspaceId: string): void;
  readonly session: PageSession;
  /** Stores a session that a response returned, or loads it again. */
  onSession(session?: PageSession): void;
}

export function Workspace(props: WorkspaceProps): ReactNode {
  const { address, openWorkspace, session, onSession } = props;
  const [, , ...segments] = usePathname().split("/");
  return (
    <TreasuryProvider
      workspaceId={address.workspaceId}
      basePath={`${basePath}/api/service`}
      approver={session.operator}
    >
      <ExpiredSession onExpired={onSession} />
      <CommandCentre
        screen={screenAt(segments) ?? "command"}
        onScreenChange={showScreen}
        model={session.agent}
        deposit={address.deposit}
        proposalId={address.proposalId}
        documentTitle={titleOf}
        serviceWorkerUrl={`${basePath}/treasury-worker.js`}
        onOpenWorkspace={openWorkspace}
        onSignOut={async () => onSession(await signOut())}
      />
    </TreasuryProvider>
  );
}

/** Loads the session again when its cookie expired, so that the page shows the sign-in form. */
function ExpiredSession({ onExpired }: { onExpired(): void }): ReactNode {
  const { error } = useTreasury();
  const isExpired = isTreasuryApiError(error) && error.code === "unauthenticated";
  useEffect(() => {
    if (isExpired) onExpired();
  }, [isExpired, onExpired]);
  return null;
}

function showScreen(screen: Screen): void {
  history.pushState(null, "", basePath + pathOf(screen) + location.search);
}

function titleOf(screenLabel: string, pendingCount: number): string {
  const count = pendingCount === 0 ? "" : `(${pendingCount}) `;
  return `${count}${screenLabel} · Agent Treasury`;
}
