import type {
  ExecutorStore,
  JsonObject,
  PaidResource,
  PayeeSignatures,
} from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";

/** The treasury has its own copy once the payment counts. */
const lifetimeMs = 7 * 86_400_000;
/** Fits a value of the store, in base64. */
export const partBytes = 262_144;
/** Longer answers are not returned, because half an answer may mean something else. */
export const maximumRestBytes = 8_388_608 - partBytes;
/** Answers to one payment that may be stored in parts. Those whose connection was cut are not complete. */
const maximumRests = 4;

/** Persists what a seller returned, before the payment is known to count. */
export async function storeAnswer(
  store: ExecutorStore,
  answerId: string,
  { status, contentType, body, signed }: PaidResource,
  rest: AnswerRest,
  nowMs: number,
): Promise<void> {
  const { id, parts } = await rest.end();
  const stored = {
    status,
    contentType,
    body: toBase64(body),
    ...(parts > 0 && { rest: id, parts }),
    ...(signed !== undefined && { signed: toStored(signed) }),
  };
  await store.put(keyOf(answerId), stored, nowMs + lifetimeMs);
}

/** The part of an answer that is too long for one value, under an id of its own. */
export interface AnswerRest {
  write(part: Uint8Array): Promise<void>;
  end(): Promise<{ readonly id: string; readonly parts: number }>;
}

/** Its methods reject after `maximumRests`, because a seller could fill the database for one payment. */
export function answerRest(store: ExecutorStore, answerId: string, nowMs: number): AnswerRest {
  // Another answer to the same payment may be received at the same time.
  const id = crypto.randomUUID();
  let parts = 0;
  let waiting = Buffer.alloc(0);
  const takePlace = async (): Promise<void> => {
    for (let place = 0; place < maximumRests; place += 1) {
      const key = `rest/${answerId}/${place}`;
      const first = await store.put(key, { id }, nowMs + lifetimeMs);
      if (first["id"] === id) return;
    }
    throw new Error("The seller cut off too many long answers to this payment.");
  };
  const put = async (body: Uint8Array): Promise<void> => {
    if (parts === 0) await takePlace();
    await store.put(partKey(id, parts), { body: toBase64(body) }, nowMs + lifetimeMs);
    parts += 1;
  };
  return {
    write: async (part) => {
      waiting = Buffer.concat([waiting, part]);
      while (waiting.length >= partBytes) {
        await put(waiting.subarray(0, partBytes));
        waiting = waiting.subarray(partBytes);
      }
    },
    end: async () => {
      if (waiting.length > 0) await put(waiting);
      return { id, parts };
    },
  };
}

/** Returns the first answer to a payment, or null if it was lost. */
export async function storedAnswer(
  store: ExecutorStore,
  answerId: string,
): Promise<PaidResource | null> {
  const { status, contentType, body, rest, parts, signed }: JsonObject =
    (await store.get(keyOf(answerId))) ?? {};
  if (typeof status !== "number" || typeof body !== "string") return null;
  const type = typeof contentType === "string" ? contentType : null;
  const answer: PaidResource = {
    status,
    contentType: type,
    body: fromBase64(body),
    ...(signed !== undefined && { signed: fromStored<PayeeSignatures>(signed) }),
  };
  if (typeof rest !== "string") return answer;
  return { ...answer, rest: storedRest(store, rest, Number(parts)) };
}

async function* storedRest(
  store: ExecutorStore,
  id: string,
  parts: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let part = 0; part < parts; part += 1) {
    const body = (await store.get(partKey(id, part)))?.["body"];
    if (typeof body !== "string") throw new Error("A part of the answer is missing.");
    yield fromBase64(body);
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}

function partKey(id: string, part: number): string {
  return `part/${id}/${part}`;
}

function keyOf(answerId: string): string {
  return `answer/${answerId}`;
}
