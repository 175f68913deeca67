import type {
  KnownPayee as WirePayee,
  PaidByPolicy,
  PayablePayee,
  PayeePage,
} from "@agent-treasury/contract";
import { type DocPage, Micros, type Storage } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { ledgerRail } from "../../kernel/judgement/hold-terms.ts";
import { hashOf } from "../../kernel/ledger/hash.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { exactPayeeId } from "../../kernel/payees/payee-identity.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import { proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { isPaid, proposalKind, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { placeOf, viewDocs } from "../../kernel/views/doc-page.ts";
import {
  endOf,
  type KnownPayee,
  knownPayeeIn,
  knownPayeeKind,
  maximumOf,
  onRail,
} from "./known-payee.ts";
import { listedOriginsTerm } from "./payee-terms.ts";

const pageSize = 100;
const dayMs = 86_400_000;
const reviewedDays = 90;
const maximumProposals = 10_000;

/** Lists known payees, the newest first. */
export async function listPayees(
  storage: Storage,
  workspaceId: string,
  cursor: bigint | null,
): Promise<PayeePage> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  const epoch = snapshot?.head?.epoch ?? 1;
  const before = cursor === null ? null : { epoch, ordinal: cursor };
  const page: DocPage = { kind: knownPayeeKind, before, limit: pageSize };
  const { docs, storageNow } = await viewDocs(storage, workspaceId, page);
  const ofEpoch = docs.filter((doc) => doc.epoch === epoch);
  const last = ofEpoch.length === pageSize ? ofEpoch.at(-1)?.ordinal : undefined;
  return {
    payees: ofEpoch.flatMap((doc) => {
      const known = knownPayeeIn(doc, epoch, storageNow);
      return known === null ? [] : [payeeToWire(known)];
    }),
    cursor: last == null ? null : String(last),
  };
}

/** The known payees and the listed origins. Null if policy pays any payee. */
export async function payablePayees(
  { storage, policy }: Engine,
  workspaceId: string,
  rails: readonly string[],
): Promise<readonly PayablePayee[] | null> {
  if (policy.autoApprovePayees === "any") return null;
  const external = rails.filter((rail) => rail !== ledgerRail);
  const found: PayablePayee[] = [...listedOriginsTerm.of(policy)].flatMap((name) =>
    external.map((rail) => ({ name, rail, maximumUsd: null })),
  );
  for (let cursor: bigint | null = null, isLast = false; !isLast;) {
    const page = await listPayees(storage, workspaceId, cursor);
    for (const { name, rails: known } of page.payees) {
      for (const { rail, maximumUsd } of known) found.push({ name, rail, maximumUsd });
    }
    isLast = page.cursor === null;
    cursor = page.cursor === null ? null : BigInt(page.cursor);
  }
  return found;
}

export function payeeToWire({ id, name, rails }: KnownPayee): WirePayee {
  return {
    id,
    name,
    rails: rails.map((one) => ({
      rail: one.rail,
      approvedUsd: Micros.toUsd(one.largest),
      maximumUsd: Micros.toUsd(maximumOf(one)),
      approvedBy: one.by,
      approvedAt: timestamp(one.approvedAt),
      endsAt: timestamp(endOf(one)),
    })),
  };
}

/** Payees that policy paid in the last 90 days without a person who named or approved them. */
export async function paidByPolicy(storage: Storage, workspaceId: string): Promise<PaidByPolicy> {
  const found = new Map<string, { vendor: string; rail: string; count: number; largest: Micros }>();
  let isComplete = true;
  let read = 0;
  for (let before: DocPage["before"] = null; ;) {
    const page: DocPage = { kind: proposalKind, before, limit: pageSize };
    const { docs, head, storageNow } = await viewDocs(storage, workspaceId, page);
    const earliest = storageNow - reviewedDays * dayMs;
    let isOver = docs.length < pageSize;
    for (const doc of docs) {
      const spend = proposalFromDoc(doc);
      if (doc.epoch !== head?.epoch || spend.createdAt < earliest) isOver = true;
      else if (isPaidUnchecked(spend)) {
        const rail = spend.facts.proposed?.rail ?? "ledger";
        const id = hashOf(exactPayeeId(spend.vendor, spend.quote === null));
        const key = `${id} ${rail}`;
        const known = found.get(key) ?? {
          vendor: spend.vendor,
          rail,
          count: 0,
          largest: Micros.zero,
        };
        const largest = Micros.max(known.largest, spend.amount);
        found.set(key, { ...known, count: known.count + 1, largest });
      }
    }
    read += docs.length;
    const last = docs.at(-1);
    if (isOver || last === undefined) break;
    isComplete = read < maximumProposals;
    if (!isComplete) break;
    before = placeOf(last);
  }
  const known = await knownOf(storage, workspaceId, [...found.keys()]);
  const payees = [...found]
    .filter(([key]) => !known.has(key))
    .map(([, { largest, ...one }]) => ({
      ...one,
      largestUsd: Micros.toUsd(largest),
    }));
  return { payees, isComplete };
}

/** Before the update to the check of payees, or while it was turned off. */
function isPaidUnchecked(spend: SpendProposal): boolean {
  const { known, named, covered, unknown } = spend.facts.proposed?.payee ?? {};
  const isChecked = known ?? named ?? covered ?? unknown ?? false;
  return spend.autoApproved && isPaid(spend) && spend.vendor !== erasedText && !isChecked;
}

async function knownOf(
  storage: Storage,
  workspaceId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = keys.map((key) => key.split(" ")[0] ?? "");
  const [snapshot] = await storage.load([
    { workspaceId, keys: [...new Set(ids)].map((id) => ({ kind: knownPayeeKind, id })) },
  ]);
  const { found = [], head, storageNow = 0 } = snapshot ?? {};
  const docs = new Map(found.map((doc) => [doc.id, doc]));
  return new Set(
    keys.filter((key) => {
      const [id = "", rail = ""] = key.split(" ");
      const known = knownPayeeIn(docs.get(id), head?.epoch ?? 1, storageNow);
      return onRail(known, rail) !== null;
    }),
  );
}
