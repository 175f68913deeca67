import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { spendPartsTerm } from "../payments/index.ts";
import { openTabs } from "./open-tabs.ts";
import { closeAllTabs } from "./reset-tabs.ts";
import { tabDocument } from "./tab-document.ts";
import { tabParts } from "./tab-parts.ts";
import { tabPayout } from "./tab-payout.ts";

export type { NewestTab, Tabs } from "./tab-operations.ts";

/** One approved amount that many small charges draw down. */
export const tabsFeature: Feature = {
  name: "tabs",
  requires: ["rules", "freezes", "payments", "external-agents"],
  slices: [openTabs],
  payouts: [tabPayout],
  terms: [spendPartsTerm.with(tabParts)],
  documents: [
    tabDocument,
    ...neverErased("tab_charges", "tab_posting", "tab_estimate", "tab_charge"),
  ],
  beforeReset: closeAllTabs,
};
