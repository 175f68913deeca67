"use client";

import type { PageSession } from "@agent-treasury/server";
import { type ReactNode, useCallback } from "react";
import { useAddress } from "../lib/use-address.ts";
import { useSession } from "../lib/use-session.ts";
import { isWorkspaceName, workspaceNameRule } from "../lib/workspace-name.ts";
import { CommandProvider } from "./command-provider.tsx";
import { FullPageNotice } from "./parts/full-page-notice.tsx";
import { Screens } from "./screens.tsx";
import { SignIn } from "./sign-in/sign-in.tsx";

export function CommandCentre(): ReactNode {
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
        <button className="button" type="button" onClick={() => void session.mutate()}>
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
        <button className="button" type="button" onClick={() => openWorkspace("demo")}>
          Open workspace demo
        </button>
      </FullPageNotice>
    );
  }
  if (session.data.signIn && session.data.operator === null)
    return <SignIn onSession={setSession} />;
  return (
    <CommandProvider
      key={address.workspaceId}
      workspaceId={address.workspaceId}
      openWorkspace={openWorkspace}
      session={session.data}
    >
      <Screens address={address} onSession={setSession} />
    </CommandProvider>
  );
}
