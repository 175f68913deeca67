import { fromBase64Url } from "./bytes.ts";
import { count, flag, listOf, nullable, object, optional, text } from "./forms.ts";
import { require } from "./receipt-claims.ts";
import type { KeySet, PublishedKey, TrustedWitnesses } from "./receipt-report.ts";
import type { SdJwt } from "./sd-jwt.ts";
import {
  type Checkpoint,
  readCheckpoint,
  readNote,
  readNoteKey,
  signedAt,
  type SignedNote,
} from "./signed-note.ts";

export interface Signature {
  readonly deployment: string;
  readonly at: Date;
  readonly key: PublishedKey;
  /** Of the key, in milliseconds since 1970. */
  readonly end: number;
}

interface Expected {
  readonly type: string;
  readonly format: string;
  readonly what: "receipt" | "evidence";
}

const keysForm = object({
  keys: listOf(
    object({
      kid: text,
      x: text,
      y: optional(text),
      purpose: text,
      deployment: text,
      endedAt: nullable(text),
      revoked: flag,
    }),
  ),
});

/** @throws Error unless they are the response of `GET /keys.json`. */
export function keysIn(keySet: KeySet): readonly PublishedKey[] {
  require(keysForm(keySet), "The keys are malformed. Use `keys.json` of the deployment.");
  return keySet.keys;
}

/** Verifies the signature of the deployment. @throws Error */
export async function signatureOf(
  jwt: SdJwt,
  keys: readonly PublishedKey[],
  { type, format, what }: Expected,
): Promise<Signature> {
  const { header, claims } = jwt;
  const { iss, iat } = claims;
  // Nothing is critical that this verifier knows (RFC 7515).
  const isKnown = header["typ"] === type && claims["format"] === format && !("crit" in header);
  require(isKnown, `This is not ${what === "receipt" ? "a receipt" : what} of a known format.`);
  const [key, another] = keys.filter(
    ({ kid, purpose }) => kid === header["kid"] && purpose === "receipt",
  );
  require(key !== undefined &&
    header["alg"] === "ES256", `The ${what} is signed with an unknown key.`);
  require(another ===
    undefined, `The keys list the key of the ${what} several times. Use the newest keys of the deployment.`);
  require(key.deployment === iss, `The ${what} and its key are of different deployments.`);
  require(await isSignedBy(key, jwt), `The signature of the ${what} is not valid.`);
  const seconds = Number(iat);
  require(count(iat), `The ${what} has no time.`);
  const end = key.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.endedAt);
  require(seconds * 1_000 < end, `The ${what} was signed after the end of its key.`);
  return { deployment: key.deployment, at: new Date(seconds * 1_000), key, end };
}

/** Verifies the checkpoint, which has to be cosigned before the end of a revoked key. @throws Error */
export async function checkpointIn(
  signed: string,
  workspace: string,
  { deployment, key, end }: Signature,
  keys: readonly PublishedKey[],
  options: TrustedWitnesses,
): Promise<{ readonly checkpoint: Checkpoint; readonly isCosigned: boolean }> {
  const note = readNote(signed);
  const checkpoint = readCheckpoint(note);
  const isOwn = checkpoint.origin === `${deployment}/${workspace}`;
  require(isOwn, "The checkpoint is of another ledger.");
  const isSigned = await isCheckpointSigned(note, checkpoint, keys, deployment);
  require(isSigned, "The checkpoint is not signed by the deployment.");
  const cosignedAt = await cosignatureOf(note, options);
  const isProved = !key.revoked || (cosignedAt !== null && cosignedAt * 1_000 < end);
  require(isProved, "The key was revoked. Only a checkpoint that a witness signed before proves the receipt.");
  return { checkpoint, isCosigned: cosignedAt !== null };
}

async function isSignedBy(
  { kty, crv, x, y }: PublishedKey,
  { signed, signature }: SdJwt,
): Promise<boolean> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const jwk = { kty, crv, x, ...(y !== undefined && { y }) };
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  return crypto.subtle.verify(algorithm, key, signature, signed);
}

async function isCheckpointSigned(
  note: SignedNote,
  { origin }: Checkpoint,
  keys: readonly PublishedKey[],
  deployment: string,
): Promise<boolean> {
  for (const key of keys) {
    if (key.purpose !== "checkpoint" || key.deployment !== deployment) continue;
    const publicKey = fromBase64Url(key.x);
    if ((await signedAt(note, { name: origin, type: 1, publicKey })) !== null) return true;
  }
  return false;
}

/** When the first trusted witness signed, in seconds since 1970. Null without one. */
async function cosignatureOf(
  note: SignedNote,
  { witnesses = [], cosigned }: TrustedWitnesses,
): Promise<number | null> {
  if (cosigned === undefined) return null;
  const other = readNote(cosigned);
  require(other.text === note.text, "The cosigned checkpoint is not that of the receipt.");
  const times: number[] = [];
  for (const witness of witnesses) {
    const at = await signedAt(other, await readNoteKey(witness));
    if (at !== null && at > 0) times.push(at);
  }
  return times.length === 0 ? null : Math.min(...times);
}
