import {
  type LanguageModel,
  type ModelTab,
  TreasuryError,
  type TurnName,
} from "@agent-treasury/provider";
import { invalidRequest } from "../../kernel/errors.ts";
import { builtInAgentId } from "../../kernel/ledger/agent-ids.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import type { NewestTab, Tabs } from "../tabs/index.ts";

interface TurnTabTerms {
  readonly amountUsd: number;
  readonly minutes: number;
  /** The provider of the model. */
  readonly vendor: string;
}

/** What model calls are for. */
export interface ModelUse extends Pick<TurnName, "workspaceId"> {
  /** Names the tab in its scope. */
  readonly key: string;
  readonly scope: "turn" | "draft";
  readonly purpose: string;
}

export type LoadTabs = () => Promise<Tabs>;

/** Prepares a tab for model calls. */
export type OpenTurnTab = (use: ModelUse, startedBy: Person | null) => TurnTab;

/** Null unless `turns.tabUsd` is set. */
export function openTurnTab(
  load: LoadTabs,
  { tabUsd, timeoutSeconds }: { readonly tabUsd: number | null; readonly timeoutSeconds: number },
  model: LanguageModel | null,
): OpenTurnTab | null {
  if (tabUsd === null || model === null) return null;
  if (model.isMetered !== true) {
    throw invalidRequest(
      "`turns.tabUsd` needs a model that charges its calls, such as `openaiModel({ meter: meteredFetch })`.",
    );
  }
  const minutes = Math.ceil(timeoutSeconds / secondsPerMinute) + 1;
  const terms = { amountUsd: tabUsd, minutes, vendor: model.provider };
  return (use, startedBy) => turnTab(load, terms, use, startedBy);
}

const secondsPerMinute = 60;

/** The tab of one run of a turn, or of a draft. It opens with the first model call and closes with the run. */
export interface TurnTab {
  /**
   * Finds the tab of a crashed process, otherwise opens the next one.
   *
   * @throws TreasuryError `tab_closed` unless it is approved.
   */
  open(): Promise<ModelTab>;
  /** Posts what the calls cost, and releases the rest. */
  close(): Promise<void>;
}

function turnTab(
  load: LoadTabs,
  { minutes, ...terms }: TurnTabTerms,
  { workspaceId, key, scope: kind, purpose }: ModelUse,
  startedBy: Person | null,
): TurnTab {
  let opened: ModelTab | null = null;
  return {
    open: async () => {
      if (opened !== null) return opened;
      const scope = [kind, workspaceId, key];
      const agent = { agentId: builtInAgentId, name: null, behind: startedBy };
      const turn = kind === "turn" ? { turnId: key } : {};
      const proposer = { ...agent, workspaceId, allocationId: null, scope, ...turn };
      const texts = { purpose, category: "model calls" };
      const opening = { ...terms, ...texts, minutes, idempotencyKey: key };
      const tabs = await load();
      // The amount may have been configured otherwise when the turn began.
      const known = await tabs.newest(proposer, key);
      let { tab, proposal }: NewestTab = known ?? (await tabs.open(proposer, opening, null));
      const renewer = { agent: null, person: startedBy, ...turn };
      while (tab.status === "closed") {
        const renewal = { workspaceId, tabId: tab.id, minutes, amountUsd: terms.amountUsd };
        ({ tab, proposal } = await tabs.renew(renewal, renewer));
      }
      if (tab.status === "pending" || tab.status === "denied" || tab.status === "failed") {
        const message = `The tab ${tab.id} for the model calls of the ${kind} is ${tab.status}. ${proposal.reason}`;
        throw new TreasuryError("tab_closed", message);
      }
      opened = { tabs: tabs.asMeter, workspaceId, tabId: tab.id };
      return opened;
    },
    close: async () => {
      if (opened === null) return;
      const { tabId } = opened;
      opened = null;
      const tabs = await load();
      await tabs.close({ workspaceId, tabId }, { agentId: null });
    },
  };
}
