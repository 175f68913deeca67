import type { Administration } from "../kernel/action-type.ts";
import { DocumentKinds } from "../kernel/documents/document-kind.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Feature } from "../kernel/feature.ts";
import type { SpendGuard } from "../kernel/judgement/spend-guard.ts";
import type { SpendingPolicy } from "../kernel/judgement/spending-policy.ts";
import type { KernelTerms } from "../kernel/judgement/spending-terms.ts";
import type { EventRecorder } from "../kernel/ledger/event-recorder.ts";
import { ledgerPayout } from "../kernel/proposals/execute-spend.ts";
import { type Connected, featuresOf, guardOrder, type TreasuryTerms } from "./features.ts";
import { loadLater } from "./load-ahead.ts";

/** What all features add up to. */
type Composition = Pick<EventRecorder, "eventsOf"> &
  Pick<Engine, "policy" | "administration" | "documents" | "preparations" | "stateOf" | "walksOf">;

export function composeTreasury(terms: TreasuryTerms, connected: Connected): Composition {
  return composeFeatures(terms, featuresOf(terms, connected));
}

export function composeFeatures(terms: KernelTerms, features: readonly Feature[]): Composition {
  checkRequired(features);
  const payouts = [...features.flatMap((feature) => feature.payouts ?? []), ledgerPayout];
  const documents = new DocumentKinds(features.flatMap((feature) => feature.documents ?? []));
  const [scopesOf] = features.flatMap((feature) => feature.scopesOf ?? []);
  if (scopesOf === undefined) throw new Error("No feature has the scopes of spends.");
  const policy: SpendingPolicy = {
    ...terms,
    ofFeatures: new Map(features.flatMap((feature) => feature.terms ?? [])),
    observed: features.flatMap(({ observed }) => observed ?? []),
    slices: features.flatMap(({ slices }) => slices ?? []),
    guards: guardsOf(features),
    payouts,
    scopesOf,
    beforeReset: features.flatMap(({ beforeReset }) => beforeReset ?? []),
  };
  return {
    policy,
    preparations: features.flatMap(({ preparation }) => preparation ?? []),
    stateOf: (workspaceId, account) =>
      Object.assign({}, ...features.map(({ stateOf }) => stateOf?.(workspaceId, account))),
    administration: {
      requirementsOf: (ledger) =>
        features.flatMap(({ requirementsOf }) => requirementsOf?.(ledger) ?? []),
      types: actionsOf(features),
      policy,
    },
    documents,
    eventsOf: eventsUnder(features, documents),
    walksOf: async (workspaceId) => {
      const { walksOf } = await loadLater();
      return walksOf(policy, workspaceId);
    },
  };
}

function checkRequired(features: readonly Feature[]): void {
  const earlier = new Set<string>();
  for (const { name, requires = [] } of features) {
    const missing = requires.find((one) => !earlier.has(one));
    if (missing !== undefined) throw new Error(`The feature ${name} must follow ${missing}.`);
    earlier.add(name);
  }
}

function guardsOf(features: readonly Feature[]): readonly SpendGuard[] {
  const all = features.flatMap(({ guards = [] }) => guards);
  const unordered = all.find(({ id }) => !guardOrder.includes(id));
  if (unordered !== undefined) throw new Error(`The guard ${unordered.id} has no place.`);
  return guardOrder.flatMap((id) => all.filter((guard) => guard.id === id));
}

function actionsOf(features: readonly Feature[]): Administration["types"] {
  const all = features.flatMap(({ actions = {} }) => Object.entries(actions));
  const types = Object.fromEntries(all);
  if (Object.keys(types).length < all.length) throw new Error("Two features have the same action.");
  return types as Administration["types"];
}

function eventsUnder(
  features: readonly Feature[],
  documents: DocumentKinds,
): EventRecorder["eventsOf"] {
  const all = features.flatMap(({ eventsOf }) => eventsOf ?? []);
  return (before, changes, creates) => [
    ...changes.put.flatMap((doc) => documents.eventsOf(doc, before, changes.head, creates)),
    ...all.flatMap((eventsOf) => eventsOf(before, changes)),
  ];
}
