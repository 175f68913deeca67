import {
  type Doc,
  type Entry,
  isTreasuryError,
  type JsonObject,
  type Key,
  Micros,
} from "@agent-treasury/provider";
import type { Evidence, EvidenceSource } from "../../kernel/documents/evidence.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
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
/** Keys in memory at a time. */
const mostFound = 20_000;

interface EvidencePeriod {
  readonly workspaceId?: string | undefined;
  readonly from: Date;
  readonly to?: Date;
}

/**
 * Yields the lines of an evidence file: a heading, the records of the period, and a signed footer with
 * a digest of the lines before it. Holds the keys of records, and one page of records.
 *
 * @throws TreasuryError `invalid_request` unless the period ends after its beginning.
 */
export async function* evidenceLines(
  engine: Engine,
  keys: SigningKeys,
  { workspaceId = "demo", from, to: given }: EvidencePeriod,
): AsyncGenerator<string> {
  const to = given ?? (await afterRecords(engine, workspaceId));
  if (!(from.getTime() < to.getTime())) throw invalidRequest("`from` must be before `to`.");
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
  const records = async (page: readonly Key[]): Promise<readonly string[]> => {
    const shown = await file.recordsAt(engine, workspaceId, page);
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
  for (let [after, isWhole]: [Key | undefined, boolean] = [undefined, false]; !isWhole;) {
    const found = await file.findRecords(engine, workspaceId, after);
    for (let begin = 0; begin < found.keys.length; begin += docsInPage) {
      yield* await records(found.keys.slice(begin, begin + docsInPage));
    }
    [after, isWhole] = [found.keys.at(-1), found.isWhole];
  }
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

  #count({ amount, body }: Entry): void {
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

  /**
   * Finds the records of the period behind `after`, up to the memory limit, and counts the entries
   * behind the last one. Other calls while the copy is open would deadlock a pool of one connection.
   */
  async findRecords(
    engine: Engine,
    workspaceId: string,
    after: Key | undefined,
  ): Promise<{ readonly keys: readonly Key[]; readonly isWhole: boolean }> {
    const keys: Key[] = [];
    for await (const part of engine.storage.copy(workspaceId)) {
      if (part.kind === "entry") this.#count(part.entry);
      if (part.kind !== "doc" || !isBehind(part.doc, after)) continue;
      // The details are in the document beside it, but the times are not.
      const source = { workspaceId, beside: undefined, detailsOf: () => ({}) };
      if (this.#shown(engine, part.doc, source).length === 0) continue;
      if (keys.length === mostFound) return { keys, isWhole: false };
      keys.push({ kind: part.doc.kind, id: part.doc.id });
    }
    return { keys, isWhole: true };
  }

  async recordsAt(
    engine: Engine,
    workspaceId: string,
    keys: readonly Key[],
  ): Promise<readonly Evidence[]> {
    const besides = keys.map(({ kind, id }): Key | null => {
      const beside = engine.documents.evidenceOf(kind)?.beside;
      return beside === undefined ? null : { kind: beside, id };
    });
    const asked = [...keys, ...besides.filter((key) => key !== null)];
    const found = await load(engine, workspaceId, asked);
    const known = new Map(found.map((doc) => [keyText(doc), doc]));
    return keys.flatMap((key, index) => {
      const doc = known.get(keyText(key));
      const beside = besides[index] ?? null;
      if (doc === undefined) return [];
      return this.#shown(engine, doc, {
        workspaceId,
        beside: beside === null ? undefined : known.get(keyText(beside)),
        detailsOf: (type, payload) => engine.administration.types[type].details(payload),
      });
    });
  }

  /** Empty unless the document belongs to the period. */
  #shown({ documents }: Engine, doc: Doc, source: EvidenceSource): readonly Evidence[] {
    const evidence = documents.evidenceOf(doc.kind)?.show(doc, source);
    return evidence?.at.some((time) => this.#has(time)) === true ? [evidence] : [];
  }

  #has(time: string | null): boolean {
    return time !== null && time >= this.#period.from && time < this.#period.to;
  }
}

/** Whether a copy returns the document after this key. */
function isBehind({ kind, id }: Doc, after: Key | undefined): boolean {
  if (after === undefined) return true;
  return kind === after.kind ? id > after.id : kind > after.kind;
}
