import type { Doc, DocPage } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, proposalKind } from "../../kernel/proposals/proposal.ts";
import { quoteKey, quoteKind, quoteOf } from "../../kernel/quotes/quote-doc.ts";
import { viewDocs } from "../../kernel/views/doc-page.ts";
import {
  type Delivered,
  deliveredIn,
  payloadFrom,
  payloadKey,
  type PaymentDocs,
  resourceKey,
} from "../payments/index.ts";
import { caseFromDoc, caseIn, caseKey, caseKind } from "./case-record.ts";
import { type CaseState, caseNotFound } from "./on-case.ts";

const pageSize = 50;

export interface ReadCase extends CaseState {
  readonly docs: PaymentDocs;
  readonly delivered: Delivered | null;
}

/**
 * @param agentId only this agent's case, or null for any.
 * @throws TreasuryError `refund_case_not_found`.
 */
export async function readCase(
  { storage }: Pick<Engine, "storage">,
  workspaceId: string,
  proposalId: string,
  agentId: string | null,
): Promise<ReadCase> {
  const keys = [caseKey, proposalKey, quoteKey, payloadKey, resourceKey].map((of) =>
    of(proposalId),
  );
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const docs = snapshot?.found ?? [];
  const found = caseIn(docs.find(({ kind }) => kind === caseKind));
  const proposal = docs.find(({ kind }) => kind === proposalKind);
  const spend = proposal && proposalFromDoc(proposal);
  if (found === null || spend === undefined || (agentId !== null && spend.agentId !== agentId)) {
    throw caseNotFound(proposalId);
  }
  return withDocs({ found, spend }, docs, snapshot?.storageNow ?? 0);
}

function withDocs(state: CaseState, docs: readonly Doc[], now: number): ReadCase {
  const of = ({ kind }: { readonly kind: string }) =>
    docs.find((doc) => doc.kind === kind && doc.id === state.spend.id);
  const quote = quoteOf(state.spend, of({ kind: quoteKind }));
  const payload = payloadFrom(of(payloadKey(state.spend.id)));
  const delivered = deliveredIn(of(resourceKey(state.spend.id)), now);
  return { ...state, docs: { quote, payload }, delivered };
}

export interface CasePage {
  readonly cases: readonly ReadCase[];
  /** Ordinal of the last one. Null on the last page. */
  readonly cursor: string | null;
}

/** Lists cases of the present epoch, those of the newest payments first. */
export async function listCases(
  { storage }: Pick<Engine, "storage">,
  workspaceId: string,
  cursor: bigint | null,
  agentId: string | null,
): Promise<CasePage> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  const epoch = snapshot?.head?.epoch ?? 1;
  const before = cursor === null ? null : { epoch, ordinal: cursor };
  const page: DocPage = { kind: caseKind, before, limit: pageSize };
  const { docs } = await viewDocs(storage, workspaceId, page);
  const listed = docs.filter((doc) => doc.epoch === epoch).map(caseFromDoc);
  const keys = listed.flatMap(({ id }) => [proposalKey(id), quoteKey(id), resourceKey(id)]);
  const [beside] = listed.length === 0 ? [] : await storage.load([{ workspaceId, keys }]);
  const { found = [], storageNow = 0 } = beside ?? {};
  const spends = new Map(
    found.flatMap((doc) => (doc.kind === proposalKind ? [[doc.id, proposalFromDoc(doc)]] : [])),
  );
  const cases = listed.flatMap((one) => {
    const spend = spends.get(one.id);
    const isShown = spend !== undefined && (agentId === null || spend.agentId === agentId);
    return isShown ? [withDocs({ found: one, spend }, found, storageNow)] : [];
  });
  const last = listed.length === pageSize ? listed.at(-1)?.ordinal : undefined;
  return { cases, cursor: last == null ? null : String(last) };
}
