import type { Doc, Key } from "@agent-treasury/provider";
import { type Changes, changesOn } from "./command.ts";
import { keyText } from "./key-text.ts";
import type { LedgerHead, LedgerState } from "./ledger-state.ts";

/** The state within a command, after its changes so far. */
export class LedgerAfter implements LedgerState {
  readonly #before: LedgerState;
  #changes: Changes;
  readonly #put: Map<string, Doc> = new Map();

  constructor(before: LedgerState) {
    this.#before = before;
    this.#changes = changesOn(before, {});
  }

  /** All changes, each document once. */
  get changes(): Changes {
    return { ...this.#changes, put: [...this.#put.values()] };
  }

  get workspaceId(): string {
    return this.#before.workspaceId;
  }

  get head(): LedgerHead {
    return this.#changes.head;
  }

  get order(): LedgerState["order"] {
    return this.#before.order;
  }

  /** Adds changes to this state. */
  apply({ head, entries, put, claim }: Changes): void {
    const { entries: earlier, claim: claimed } = this.#changes;
    this.#changes = {
      head,
      entries: [...earlier, ...entries],
      put: [],
      claim: [...claimed, ...claim],
    };
    for (const doc of put) this.#put.set(keyText(doc), doc);
  }

  openDocs(kind: string): readonly Doc[] {
    const before = this.#before.openDocs(kind).filter((doc) => !this.#put.has(keyText(doc)));
    const added = [...this.#put.values()].filter((doc) => doc.kind === kind && doc.open);
    return [...before, ...added];
  }

  doc(key: Key): Doc | undefined {
    return this.#put.get(keyText(key)) ?? this.#before.doc(key);
  }

  request(keys: readonly Key[]): readonly (Doc | undefined)[] {
    const missing = keys.filter((key) => !this.#put.has(keyText(key)));
    this.#before.request(missing);
    return keys.map((key) => this.doc(key));
  }

  isClaimed(key: Key): boolean {
    const text = keyText(key);
    return (
      this.#changes.claim.some((claim) => keyText(claim.key) === text) ||
      this.#before.isClaimed(key)
    );
  }
}
