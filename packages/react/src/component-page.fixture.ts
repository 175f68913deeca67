import { type ReactElement, createElement } from "react";
import * as react from "./index.ts";

const components: Readonly<Record<string, () => ReactElement>> = {
  AgentChat: () => createElement(react.AgentChat),
  AgentList: () => createElement(react.AgentList),
  AllocationList: () => createElement(react.AllocationList),
  ApprovalInbox: () => createElement(react.ApprovalInbox),
  ApprovalInboxOfAll: () => createElement(react.ApprovalInbox, { scope: "all" }),
  CommandCentre: () =>
    createElement(react.CommandCentre, { screen: "command", onScreenChange: () => {} }),
  CommandCentreAgents: () =>
    createElement(react.CommandCentre, { screen: "agents", onScreenChange: () => {} }),
  CommandCentreLedger: () =>
    createElement(react.CommandCentre, { screen: "ledger", onScreenChange: () => {} }),
  FreezeButton: () => createElement(react.FreezeButton),
  LedgerTable: () => createElement(react.LedgerTable),
  MachineList: () => createElement(react.MachineList),
  MoneySummary: () => createElement(react.MoneySummary),
  RulesEditor: () => createElement(react.RulesEditor),
  WebhookList: () => createElement(react.WebhookList),
};

const signedIn = ["ApprovalInboxOfAll", "WebhookList"];

/**
 * A page of one component. Its server and its browser render the same element.
 *
 * @param name - For example `CommandCentre`, or `CommandCentre@Ada` for a signed-in person.
 */
export function componentPage(name: string): ReactElement {
  const [own = "", person] = name.split("@");
  const component = components[own]?.();
  if (component === undefined) throw new Error(`There is no component ${name}.`);
  const approver = person ?? (signedIn.includes(own) ? "Ada" : undefined);
  const props = { workspaceId: "demo", approver, children: component };
  return createElement(react.TreasuryProvider, props);
}
