"use client";

import { isWorkspaceName, workspaceNameRule } from "@agent-treasury/react/command-centre";
import type { PageSession } from "@agent-treasury/server";
import { type ReactNode, useCallback } from "react";
import { useAddress } from "../lib/use-address.ts";
import { useSession } from "../lib/use-session.ts";
import { DemoSignIn } from "./demo-sign-in.tsx";
import { FullPageNotice } from "./full-page-notice.tsx";
import { SignIn } from "./sign-in.tsx";
import { Workspace } from "./workspace.tsx";

interface CommandPageProps {
  /** People whom the demo offers without a password. Empty outside of the demo. */
  readonly demoNames: readonly string[];
}

/** The command centre after sign-in, for the workspace of the address. */
export function CommandPage({ demoNames }: CommandPageProps): ReactNode {
  const session = useSession();
  const { address, openWorkspace } = useAddress();
  const { mutate } = session;
  const setSession = useCallback(
    (next?: PageSession) => {
      void (next === undefined ? mutate() : mutate(next, { revalidate: false }));
    },
    [mutate],
  );
  if (session.data === undefined || address === null) {
    return session.error === undefined ? (
      <FullPageNotice title="Opening the treasury…" />
    ) : (
      <FullPageNotice title="The treasury cannot be reached" text={session.error.message}>
        <button className="at-button" type="button" onClick={() => void session.mutate()}>
          Try again
        </button>
      </FullPageNotice>
    );
  }
  if (!isWorkspaceName(address.workspaceId)) {
    return (
      <FullPageNotice
        title="Invalid workspace name"
        text={`“${address.workspaceId}” is not valid. A name has ${workspaceNameRule}.`}
      >
        <button className="at-button" type="button" onClick={() => openWorkspace("demo")}>
          Open workspace demo
        </button>
      </FullPageNotice>
    );
  }
  if (session.data.signIn && session.data.operator === null) {
    if (demoNames.length === 0) return <SignIn onSession={setSession} />;
    return <DemoSignIn names={demoNames} onSession={setSession} />;
  }
  return (
    <Workspace
      address={address}
      openWorkspace={openWorkspace}
      session={session.data}
      onSession={setSession}
    />
  );
}
