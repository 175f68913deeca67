import type {
  FreezeList,
  Freeze as WireFreeze,
  ParsedInput,
  StoppedSpend,
} from "@agent-treasury/contract";
import { deploymentWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { keyedCommand, type KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { type Command, unchanged } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { vendorIdOf } from "../../kernel/payees/payee-identity.ts";
import { proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKind } from "../../kernel/proposals/proposal.ts";
import { allocationChain } from "../rules/index.ts";
import { markerTerm } from "./freeze-marker.ts";
import {
  type FreezeActor,
  type FreezeRecord,
  freezeKey,
  freezeRecordOf,
  freezeToWire,
} from "./freeze-record.ts";
import { freezeScope } from "./freeze-scope.ts";
import { type Freeze, freezesInHead, freezeState } from "./freeze.ts";
import { freezeText, isInScope } from "./frozen-spend.ts";
import type { FreezePlace } from "./unfreeze.ts";

/** @throws TreasuryError `invalid_request` */
export function placeOf({
  scope,
  id,
}: Pick<ParsedInput<"unfreeze">, "scope" | "id">): FreezePlace & { readonly named: string | null } {
  if (scope === "workspace") {
    if (id === undefined) return { scope, target: null, named: null };
    throw invalidRequest("`id` must be omitted for a workspace.");
  }
  if (id === undefined) throw invalidRequest(`\`id\` is required for the scope \`${scope}\`.`);
  return { scope, target: scope === "vendor" ? vendorIdOf(id) : id, named: id };
}

/** Resolves once no later commit begins a payment in the scope. */
export async function freeze(
  engine: Engine,
  { workspaceId, reason, ...place }: Omit<ParsedInput<"freeze">, "operator">,
  by: FreezeActor,
  keyed: KeyedRequest | null = null,
): Promise<WireFreeze> {
  const id = engine.identifiers.random();
  const scope = placeOf(place);
  const command = freezeScope({ ...scope, id, reason: reason?.trim() || null, by });
  const once = keyedCommand(
    command,
    keyed,
    (ledger, kept) => freezeRecordOf(ledger, kept as string),
    (record) => record.id,
  );
  return freezeToWire(workspaceId, await engine.committer.run(workspaceId, once));
}

export function personActor({ id, name, verified }: Operator): FreezeActor {
  return { id, name, verified, agentId: null };
}

/** Returns the freezes of a workspace and that of the deployment, with the pending spends that they stop. */
export async function listFreezes(engine: Engine, workspaceId: string): Promise<FreezeList> {
  const { committer, policy } = engine;
  const all = await markerTerm.of(policy).refresh();
  const [own, deployment] = await Promise.all([
    committer.preview(workspaceId, readFreezes(all)),
    all === null ? null : committer.preview(deploymentWorkspaceId, readFreezes(null)),
  ]);
  const isFrozenByAll = own.records.some(({ scope }) => scope === "deployment");
  const records = [...own.records, ...(isFrozenByAll ? [] : (deployment?.records ?? []))];
  return {
    freezes: records
      .toSorted((left, right) => left.at - right.at)
      .map((record) => freezeToWire(workspaceId, record)),
    stopped: [...own.stopped],
  };
}

interface ReadFreezes {
  readonly records: readonly FreezeRecord[];
  readonly stopped: readonly StoppedSpend[];
}

/** @param all the freeze of all workspaces; null without one. */
function readFreezes(all: Freeze | null): Command<ReadFreezes> {
  return {
    name: "read_freezes",
    reduce: (ledger) => {
      const freezes = freezeState.of(ledger.head.account);
      if (freezes.length > 0) ledger.request(freezes.map(({ record }) => freezeKey(record)));
      const records = freezes.map(({ record }) => freezeRecordOf(ledger, record));
      const stopped = stoppedSpends(ledger, all === null ? freezes : [all, ...freezes]);
      return unchanged({ records, stopped });
    },
  };
}

function stoppedSpends(ledger: LedgerState, freezes: readonly Freeze[]): readonly StoppedSpend[] {
  if (freezes.length === 0) return [];
  return ledger.openDocs(proposalKind).flatMap((doc) => {
    const { id, status, agentId, vendor, ruling } = proposalFromDoc(doc);
    if (status !== "pending") return [];
    const chain = allocationChain(ledger, ruling.allocationId);
    const stopping = freezes.find((one) => isInScope(one, { agentId, vendor, chain }));
    return stopping === undefined ? [] : [{ proposalId: id, reason: freezeText(stopping) }];
  });
}

/** Reads the freezes that apply to each workspace now. */
export async function presentFreezes(
  { storage, policy }: Engine,
  workspaceIds: readonly string[],
): Promise<readonly (readonly Freeze[])[]> {
  const requests = workspaceIds.map((workspaceId) => ({ workspaceId, keys: [] }));
  const [snapshots, all] = await Promise.all([
    storage.load(requests),
    markerTerm.of(policy).refresh(),
  ]);
  return snapshots.map(({ head }) => withAll(all, freezesInHead(head)));
}

/** The freezes that apply now to a workspace with these freezes of its own. */
export async function freezesBeside(
  { policy }: Engine,
  own: readonly Freeze[],
): Promise<readonly Freeze[]> {
  return withAll(await markerTerm.of(policy).refresh(), own);
}

function withAll(all: Freeze | null, own: readonly Freeze[]): readonly Freeze[] {
  return all === null ? own : [all, ...own];
}
