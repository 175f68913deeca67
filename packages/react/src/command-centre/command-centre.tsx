"use client";

import { Tabs } from "@base-ui/react/tabs";
import { type ComponentType, Fragment, type ReactNode, Suspense, lazy, useState } from "react";
import { AgentChat } from "../chat/agent-chat.tsx";
import type { DepositReturn } from "../deposit/deposit-return.ts";
import { FreezeBanner } from "../freezes/freeze-banner.tsx";
import { FreezeButton } from "../freezes/freeze-button.tsx";
import { MoneySummary } from "../money/money-summary.tsx";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { useTreasury } from "../provider/use-treasury.ts";
import { Header, type HeaderProps } from "./header.tsx";
import { InboxPanel } from "./inbox-panel.tsx";
import { type OwnScreen, ownScreens, type Screen } from "./screens.ts";
import { useShownScreen } from "./use-shown-screen.ts";
import styles from "./command-centre.module.css";

const DepositNotice = lazy(async () => ({
  default: (await import("../deposit/deposit-notice.tsx")).DepositNotice,
}));

const parts: Readonly<Record<OwnScreen, ComponentType>> = {
  ledger: lazy(async () => ({ default: (await import("./ledger-screen.tsx")).LedgerScreen })),
  rules: lazy(async () => ({ default: (await import("../rules/rules-editor.tsx")).RulesEditor })),
  allocations: lazy(async () => ({
    default: (await import("../allocations/allocation-list.tsx")).AllocationList,
  })),
  agents: lazy(async () => ({ default: (await import("../agents/agent-list.tsx")).AgentList })),
  machines: lazy(async () => ({
    default: (await import("../machines/machine-list.tsx")).MachineList,
  })),
  webhooks: lazy(async () => ({
    default: (await import("./webhooks-screen.tsx")).WebhooksScreen,
  })),
};

export interface CommandCentreProps extends Pick<
  HeaderProps,
  "onOpenWorkspace" | "onSignOut" | "serviceWorkerUrl"
> {
  /** The screen of the page's address. A narrow window shows inbox and agent as two screens. */
  readonly screen: Screen;
  /** Changes the address. */
  onScreenChange(screen: Screen): void;
  /** A description of the agent's model. Null if none is connected. */
  readonly model?: string | null | undefined;
  /** The checkout from which the browser returned. See `readDepositReturn`. */
  readonly deposit?: DepositReturn | undefined;
  /** The spend of the page's address, to which messages to approvers link. See `ApprovalInbox`. */
  readonly proposalId?: string | undefined;
  /** Returns the document's title. Default: the title does not change. */
  documentTitle?(screenLabel: string, pendingCount: number): string;
}

/** The whole page: header, tabs, and a screen for each part. It fills the window. */
export function CommandCentre(props: CommandCentreProps): ReactNode {
  const [resets, setResets] = useState(0);
  // A reset workspace looks as if the page had just been opened.
  return (
    <Fragment key={resets}>
      <Screens {...props} onReset={() => setResets(resets + 1)} />
    </Fragment>
  );
}

function Screens(props: CommandCentreProps & Pick<HeaderProps, "onReset">): ReactNode {
  const { onScreenChange, model, deposit, proposalId } = props;
  const { state, error, isDisconnected } = useTreasury();
  const { screen, isNarrow } = useShownScreen(props.screen, props);
  return (
    <Tabs.Root
      value={screen}
      onValueChange={(next: Screen) => onScreenChange(next)}
      className={styles.page}
      data-screen={screen}
    >
      <a className={styles.skip} href="#at-main">
        Skip to the main content
      </a>
      <Header {...props} isNarrow={isNarrow} screen={screen} />
      <main id="at-main" tabIndex={-1} className={styles.main}>
        <FreezeBanner />
        <MoneySummary>
          <FreezeButton compact={isNarrow} />
        </MoneySummary>
        {deposit !== undefined && (deposit.sessionId !== null || deposit.isCancelled) && (
          <Suspense fallback={null}>
            <DepositNotice deposit={deposit} />
          </Suspense>
        )}
        {error !== undefined && (state === undefined || isDisconnected) && (
          <Problem
            title={
              state === undefined
                ? "The treasury could not be loaded."
                : "Disconnected. These are the last known figures."
            }
            error={error}
          />
        )}
        {/* One panel for both, so that typed text and a running turn survive a change of the width. */}
        <Tabs.Panel
          value={ownScreens.some((own) => own === screen) ? "command" : screen}
          className={isNarrow ? styles.shared : styles.command}
          data-screen={screen}
          keepMounted
        >
          <div hidden={screen === "agent"}>
            <InboxPanel proposalId={proposalId} />
          </div>
          <div className={styles.agent} hidden={screen === "inbox"}>
            <AgentChat model={model} approvals={isNarrow ? "inline" : "inbox"} />
          </div>
        </Tabs.Panel>
        {ownScreens.map((own) => {
          const Part = parts[own];
          return (
            <Tabs.Panel key={own} value={own}>
              <PartBoundary>
                <Suspense fallback={<Placeholder lines={12} text="Loading…" />}>
                  <Part />
                </Suspense>
              </PartBoundary>
            </Tabs.Panel>
          );
        })}
      </main>
    </Tabs.Root>
  );
}
