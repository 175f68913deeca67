import {
  type Doc,
  type Entry,
  isTreasuryError,
  type JsonObject,
  type Key,
  Micros,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Evidence } from "../../kernel/documents/evidence.ts";
import type { Engine } from "../../kernel/engine.ts";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { keyText } from "../../kernel/ledger/key-text.ts";
import { load, makeCheckpoint } from "./checkpoint.ts";
import { issueReceipt } from "./issue-receipt.ts";
import { Disclosures } from "./sd-jwt.ts";
import type { SigningKeys } from "./signing-keys.ts";

const format = "agent-treasury/evidence/1";
/** Receipts of one page are issued at once. */
const docsInPage = 16;

interface EvidencePeriod {
  readonly workspaceId?: string | undefined;
  readonly from: Date;
  readonly to?: Date;
}

/**
 * Yields the lines of an evidence file: a heading, the records of the period, and a signed footer with
 * a digest of the lines before it. Reads one snapshot of the workspace, page by page.
 *
 * @throws TreasuryError `invalid_request` unless the period ends after its beginning.
 */
export async function* evidenceLines(
  engine: Engine,
  keys: SigningKeys,
  { workspaceId = "demo", from, to: given }: EvidencePeriod,
): AsyncGenerator<string> {
  const to = given ?? (await afterRecords(engine, workspaceId));
  if (!(from.getTime() < to.getTime())) {
    throw new TreasuryError("invalid_request", "`from` must be before `to`.");
  }
  const { kid, deployment, sign } = await keys.signer("receipt");
  const { note: checkpoint = null } = (await makeCheckpoint(engine, keys, workspaceId)) ?? {};
  const heading = {
    format,
    workspace: workspaceId,
    from: from.toISOString(),
    to: to.toISOString(),
    checkpoint,
  };
  const file = new EvidenceFile(heading);
  const records = async (docs: readonly Doc[]): Promise<readonly string[]> => {
    const shown = await file.recordsIn(engine, workspaceId, docs);
    const receipts = await Promise.all(
      shown.map(async ({ record, content }) => {
        if (record !== "decision") return {};
        const { id, capturedUsd, exceptions } = content as Decision;
        // Nothing was posted for a decision without a captured amount.
        const isPosted = capturedUsd > 0 || exceptions.includes("undone");
        if (!isPosted) return { receipt: null };
        return issueReceipt(engine, keys, workspaceId, id).then(
          (receipt) => ({ receipt }),
          (error: unknown) => ({ receipt: null, notIssued: reasonOf(engine, error) }),
        );
      }),
    );
    return shown.map(({ record, content }, index) =>
      file.line(record, { ...content, ...receipts[index] }),
    );
  };
  yield file.line("evidence", { deployment, ...heading });
  let page: Doc[] = [];
  for await (const part of engine.storage.copy(workspaceId)) {
    if (part.kind === "entry") file.count(part.entry);
    if (part.kind !== "doc" || engine.documents.evidenceOf(part.doc.kind) === null) continue;
    page.push(part.doc);
    if (page.length < docsInPage) continue;
    yield* await records(page);
    page = [];
  }
  yield* await records(page);
  const iat = Math.floor(engine.clock.now() / 1_000);
  const claims = { iss: deployment, iat, ...heading, ...file.totals() };
  const header = { alg: "ES256", typ: "agent-treasury-evidence+sd-jwt", kid };
  yield await new Disclosures(engine.identifiers.random).signed(header, claims, sign);
}

/** Records have the storage's time, which may be ahead of this process's. */
async function afterRecords({ storage, clock }: Engine, workspaceId: string): Promise<Date> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  const head = snapshot?.head ?? null;
  const writtenAt = head === null ? 0 : accountFromRecord(head.account).writtenAt;
  return new Date(Math.max(clock.now(), writtenAt) + 1);
}

interface Decision {
  readonly id: string;
  readonly capturedUsd: number;
  readonly exceptions: readonly string[];
}

/** An edited database may contain records of any shape. */
function reasonOf(engine: Engine, error: unknown): string {
  if (isTreasuryError(error)) return error.message;
  engine.report(error);
  return "The records of the spend cannot be read.";
}

/** What was written, and what the ledger has in the period. */
class EvidenceFile {
  readonly #period: Readonly<Record<"from" | "to", string>>;
  readonly #records: Record<string, number> = {};
  readonly #ledger = { deposit: Micros.zero, revenue: Micros.zero, expense: Micros.zero };
  #digest = "";
  #entries = 0;

  constructor(period: Readonly<Record<"from" | "to", string>>) {
    this.#period = period;
  }

  line(record: string, content: object): string {
    const text = JSON.stringify({ record, ...content });
    this.#records[record] = (this.#records[record] ?? 0) + 1;
    this.#digest = sha256Hex(this.#digest + text);
    return text;
  }

  count({ amount, body }: Entry): void {
    const { type, createdAt } = entryFromBody(body);
    if (!this.#has(createdAt)) return;
    this.#entries += 1;
    this.#ledger[type] = Micros.add(this.#ledger[type], amount);
  }

  totals(): JsonObject {
    const { deposit, revenue, expense } = this.#ledger;
    const ledger = {
      entries: this.#entries,
      deposit: Micros.toText(deposit),
      revenue: Micros.toText(revenue),
      expense: Micros.toText(expense),
    };
    return { records: this.#records, ledger, digest: this.#digest };
  }

  async recordsIn(
    { storage, documents, administration }: Engine,
    workspaceId: string,
    docs: readonly Doc[],
  ): Promise<readonly Evidence[]> {
    const besides = docs.map(({ kind, id }): Key | null => {
      const beside = documents.evidenceOf(kind)?.beside;
      return beside === undefined ? null : { kind: beside, id };
    });
    const found = await load(
      { storage },
      workspaceId,
      besides.filter((key) => key !== null),
    );
    const known = new Map(found.map((doc) => [keyText(doc), doc]));
    return docs.flatMap((doc, index) => {
      const key = besides[index] ?? null;
      const evidence = documents.evidenceOf(doc.kind)?.show(doc, {
        workspaceId,
        beside: key === null ? undefined : known.get(keyText(key)),
        detailsOf: (type, payload) => administration.types[type].details(payload),
      });
      return evidence?.at.some((time) => this.#has(time)) === true ? [evidence] : [];
    });
  }

  #has(time: string | null): boolean {
    return time !== null && time >= this.#period.from && time < this.#period.to;
  }
}
