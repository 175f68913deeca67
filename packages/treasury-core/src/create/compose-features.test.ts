import type { AdministrativeActionType } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { runHistory } from "../../../../test-suites/random-histories/random-history.fixture.ts";
import type { Feature } from "../kernel/feature.ts";
import type { SpendGuard } from "../kernel/judgement/spend-guard.ts";
import { composeFeatures } from "./compose-features.ts";
import { featuresOf, type TreasuryTerms } from "./features.ts";
import { testTreasury } from "./test-treasury.fixture.ts";

const terms = {} as TreasuryTerms;
const { documents, administration } = testTreasury().engine;

const actionTypes: Record<AdministrativeActionType, true> = {
  publish_rules: true,
  set_budget: true,
  set_allocation: true,
  archive_allocation: true,
  unfreeze: true,
  issue_credential: true,
  create_standing_approval: true,
  add_payee: true,
  invite_passkey: true,
  remove_passkey: true,
  plugin_action: true,
  reset: true,
};

function composed(...features: readonly Feature[]): () => unknown {
  return () => composeFeatures(terms, [...featuresOf(terms), ...features]);
}

describe("the features of a treasury", () => {
  it("declare every kind of documents that random histories store", async () => {
    const { docs } = await runHistory(3);
    const kinds = docs.map((doc) => (JSON.parse(doc) as { readonly kind: string }).kind);
    expect(new Set(kinds).size).toBeGreaterThan(3);
    expect(kinds.filter((kind) => !documents.has(kind))).toEqual([]);
  });

  it("apply every administrative action of the contract", () => {
    expect(Object.keys(administration.types).toSorted()).toEqual(
      Object.keys(actionTypes).toSorted(),
    );
  });

  it("cannot be composed with a contradiction", () => {
    const guard = { id: "unknown" } as SpendGuard;
    expect(composed({ name: "a", requires: ["b"] }, { name: "b" })).toThrow("a must follow b");
    expect(composed({ name: "a", guards: [guard] })).toThrow("The guard unknown has no place");
    expect(composed({ name: "a", documents: [{ kind: "usage", erasure: "none" }] })).toThrow(
      "declared twice",
    );
    const { reset } = administration.types;
    expect(composed({ name: "a", actions: { reset } })).toThrow("Two features");
  });
});
