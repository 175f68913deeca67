"use client";

import { isTreasuryApiError } from "@agent-treasury/sdk-client";
import type { PageSession } from "@agent-treasury/server";
import { Tabs } from "@base-ui/react/tabs";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect } from "react";
import { ownScreens, type Screen } from "../lib/screens.ts";
import type { Address } from "../lib/use-address.ts";
import { useScreen } from "../lib/use-screen.ts";
import { useTreasury } from "../lib/use-treasury.ts";
import { Chat } from "./chat/chat.tsx";
import { DepositNotice } from "./deposit/deposit-notice.tsx";
import { Figures } from "./header/figures.tsx";
import { Header } from "./header/header.tsx";
import { Inbox } from "./inbox/inbox.tsx";
import { PartBoundary } from "./parts/part-boundary.tsx";
import { Problem } from "./parts/problem.tsx";
import styles from "./screens.module.css";

const loading = (): ReactNode => <p className="soft">Loading…</p>;
const Ledger = dynamic(() => import("./ledger/ledger.tsx").then((part) => part.Ledger), {
  loading,
});
const Rules = dynamic(() => import("./rules/rules.tsx").then((part) => part.Rules), { loading });
const Allocations = dynamic(
  () => import("./allocations/allocations.tsx").then((part) => part.Allocations),
  { loading },
);
const Agents = dynamic(() => import("./agents/agents.tsx").then((part) => part.Agents), {
  loading,
});
const Machines = dynamic(() => import("./machines/machines.tsx").then((part) => part.Machines), {
  loading,
});

const parts = {
  ledger: Ledger,
  rules: Rules,
  allocations: Allocations,
  agents: Agents,
  machines: Machines,
} as const;

interface ScreensProps {
  readonly address: Address;
  /** Stores a session that a response returned, or loads it again. */
  onSession(session?: PageSession): void;
}

export function Screens({ address, onSession }: ScreensProps): ReactNode {
  const { state, error, isDisconnected } = useTreasury();
  const { screen, isNarrow, show } = useScreen();
  const isSignedOut = isTreasuryApiError(error) && error.code === "unauthenticated";
  useEffect(() => {
    // The cookie expired. The page loads the session again and shows the sign-in form.
    if (isSignedOut) onSession();
  }, [isSignedOut, onSession]);

  return (
    <Tabs.Root
      value={screen}
      onValueChange={(next: Screen) => show(next)}
      className={styles.page}
      data-screen={screen}
    >
      <a className={styles.skip} href="#main">
        Skip to the main content
      </a>
      <Header isNarrow={isNarrow} screen={screen} onSession={onSession} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Figures />
        <DepositNotice address={address} />
        {error !== undefined && (state === undefined || isDisconnected) && (
          <Problem
            title={state === undefined ? "The treasury could not be loaded." : "Disconnected."}
            error={error}
          />
        )}
        {isNarrow ? (
          <>
            <Tabs.Panel value="inbox" keepMounted>
              <Inbox />
            </Tabs.Panel>
            <Tabs.Panel value="agent" className={styles.agent} keepMounted>
              <Chat />
            </Tabs.Panel>
          </>
        ) : (
          <Tabs.Panel value="command" className={styles.command} keepMounted>
            <Inbox />
            <Chat />
          </Tabs.Panel>
        )}
        {ownScreens.map((own) => {
          const Part = parts[own];
          return (
            <Tabs.Panel key={own} value={own}>
              <PartBoundary>
                <Part />
              </PartBoundary>
            </Tabs.Panel>
          );
        })}
      </main>
    </Tabs.Root>
  );
}
