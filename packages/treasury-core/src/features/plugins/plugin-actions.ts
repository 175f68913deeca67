import { type Json, type JsonObject, TreasuryError } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { ActionType } from "../../kernel/action-type.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { outsideJson } from "../../kernel/ledger/outside-json.ts";
import type { PluginAction, PluginSnapshot } from "./treasury-plugin.ts";
import { documentIn, documentIndexKey, documentKey, writeDocuments } from "./write-documents.ts";

const maximumPayloadBytes = 65_536;
const maximumDetailsBytes = 8_192;
/** That one action reads or writes. */
const maximumDocuments = 100;

/** The payload of an administrative action. */
interface BegunPluginAction {
  readonly plugin: string;
  readonly action: string;
  readonly payload: JsonObject;
  /** As at the start, so that approvers see it even if the plugin is not installed. */
  readonly details: JsonObject;
}

/** The actions of all plugins of a treasury, as one type of administrative action. */
export class PluginActions {
  readonly #actions: Map<string, PluginAction> = new Map();
  readonly type: ActionType = {
    apply: (ledger, payload, { now }) => {
      const put = this.#apply(ledger, fromStored<BegunPluginAction>(payload), now);
      return { changes: changesOn(ledger, { put }), result: null };
    },
    details: (payload) => {
      const { plugin, action, details } = fromStored<BegunPluginAction>(payload);
      return { ...details, plugin, action };
    },
  };

  add(plugin: string, actions: Readonly<Record<string, PluginAction>>): void {
    for (const [name, action] of Object.entries(actions)) {
      this.#actions.set(keyOf(plugin, name), action);
    }
  }

  /** @throws TreasuryError `invalid_request`, `plugin_not_installed`. */
  payloadOf(plugin: string, action: string, given: JsonObject): JsonObject {
    const what = `The action ${action} of plugin ${plugin}`;
    const payload = outsideJson(given, what, maximumPayloadBytes) as JsonObject;
    const shown = this.#actionOf({ plugin, action }).details(structuredClone(payload));
    const details = outsideJson(shown, `${what}: its details`, maximumDetailsBytes) as JsonObject;
    const begun: BegunPluginAction = { plugin, action, payload, details };
    return toStored(begun);
  }

  #actionOf({ plugin, action }: Pick<BegunPluginAction, "plugin" | "action">): PluginAction {
    const known = this.#actions.get(keyOf(plugin, action));
    if (known !== undefined) return known;
    const message = `This process has no action ${action} of a plugin ${plugin}.`;
    throw new TreasuryError("plugin_not_installed", message);
  }

  #apply(ledger: LedgerState, begun: BegunPluginAction, now: number) {
    const { plugin, payload } = begun;
    const action = this.#actionOf(begun);
    const ids = [...action.reads(structuredClone(payload))];
    requestDocuments(ledger, plugin, ids);
    const snapshot: PluginSnapshot = {
      get: (id) => {
        if (ids.includes(id)) return documentIn(ledger.doc(documentKey(plugin, id)))?.body ?? null;
        throw new Error(`The document ${JSON.stringify(id)} is not in \`reads\` of the action.`);
      },
    };
    const newestEvent = ledger.head.account.events?.newest ?? 0;
    const moment = Object.freeze({ now, newestEvent });
    const written = action.apply(structuredClone(payload), Object.freeze(snapshot), moment);
    const writes: Readonly<Record<string, Json | null>> = { ...written };
    requestDocuments(ledger, plugin, Object.keys(writes));
    return writeDocuments(ledger, plugin, writes, now);
  }
}

/** Repeats the command if one is not loaded. */
function requestDocuments(ledger: LedgerState, plugin: string, ids: readonly string[]): void {
  if (ids.length > maximumDocuments) {
    const message = `An action of plugin ${plugin} uses more than ${maximumDocuments} documents.`;
    throw invalidRequest(message);
  }
  ledger.request([documentIndexKey(plugin), ...ids.map((id) => documentKey(plugin, id))]);
}

function keyOf(plugin: string, action: string): string {
  return `${plugin}:${action}`;
}
