import { type ReactElement, createElement, useState } from "react";
import * as react from "./index.ts";

const components: Readonly<Record<string, () => ReactElement>> = {
  AgentChat: () => createElement(react.AgentChat),
  AgentList: () => createElement(react.AgentList),
  AllocationList: () => createElement(react.AllocationList),
  ApprovalInbox: () => createElement(react.ApprovalInbox),
  ApprovalInboxOfAll: () => createElement(react.ApprovalInbox, { scope: "all" }),
  CommandCentre: () =>
    createElement(react.CommandCentre, {
      screen: "command",
      onScreenChange: () => {},
      onOpenWorkspace: openWorkspace,
    }),
  CommandCentreOnPhone: () =>
    createElement(react.CommandCentre, {
      screen: "inbox",
      onScreenChange: () => {},
      proposalId: new URLSearchParams(globalThis.location?.search).get("proposal") ?? undefined,
      serviceWorkerUrl: "/worker.js",
    }),
  CommandCentreAgents: () =>
    createElement(react.CommandCentre, { screen: "agents", onScreenChange: () => {} }),
  CommandCentreAllocations: () =>
    createElement(react.CommandCentre, { screen: "allocations", onScreenChange: () => {} }),
  CommandCentreLedger: () =>
    createElement(react.CommandCentre, { screen: "ledger", onScreenChange: () => {} }),
  CommandCentreRules: () =>
    createElement(react.CommandCentre, { screen: "rules", onScreenChange: () => {} }),
  CommandCentreWebhooks: () =>
    createElement(react.CommandCentre, { screen: "webhooks", onScreenChange: () => {} }),
  FreezeButton: () => createElement(react.FreezeButton),
  LedgerTable: () => createElement(react.LedgerTable),
  MachineList: () => createElement(react.MachineList),
  MoneySummary: () => createElement(react.MoneySummary),
  RulesEditor: () => createElement(react.RulesEditor),
  WebhookList: () => createElement(react.WebhookList),
};

/** The address shows the workspace that the page opens. */
function openWorkspace(workspaceId: string): void {
  location.hash = workspaceId;
}

const signedIn = ["ApprovalInboxOfAll", "WebhookList"];

/**
 * A page of one component. Its server and its browser render the same element.
 *
 * @param name - For example `CommandCentre`, or `CommandCentre@Ada` for a signed-in person. `AfterDeposit@…` is the
 *   command centre after the return from that checkout.
 */
export function componentPage(name: string): ReactElement {
  const [own = "", person] = name.split("@");
  if (own === "AfterDeposit") return createElement(AfterDeposit, { sessionId: person ?? "" });
  const component = components[own]?.();
  if (component === undefined) throw new Error(`There is no component ${name}.`);
  const approver = person ?? (signedIn.includes(own) ? "Ada" : undefined);
  const props = { workspaceId: "demo", approver, children: component };
  return createElement(react.TreasuryProvider, props);
}

/** A page that remounts the command centre for each person, like an app with sign-in. */
function AfterDeposit({ sessionId }: { readonly sessionId: string }): ReactElement {
  const [deposit] = useState({ sessionId, isCancelled: false, workspaceId: "demo" });
  const [person, setPerson] = useState("Ada");
  const next = { type: "button", onClick: () => setPerson("Bo") } as const;
  const centre = createElement(react.CommandCentre, {
    screen: "command",
    onScreenChange: () => {},
    deposit,
  });
  const props = { workspaceId: "demo", approver: person, key: person, children: centre };
  return createElement(
    "div",
    null,
    createElement("button", next, "Sign in as another person"),
    createElement(react.TreasuryProvider, props),
  );
}
