import {
  areEqual,
  base64Of,
  type Bytes,
  concat,
  fromBase64,
  hexOf,
  sha256,
  utf8,
} from "./bytes.ts";

/** A C2SP signed note. */
export interface SignedNote {
  /** Ends with a line break. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  readonly id: Bytes;
  readonly signature: Bytes;
}

const noteKey = 0x01;
const cosignatureKey = 0x04;

/** A public key of Ed25519. `type` is 1 for signatures of notes, and 4 for cosignatures. */
export interface NoteKey {
  readonly name: string;
  readonly type: number;
  readonly publicKey: Bytes;
}

/** @throws Error if the note is malformed. */
export function readNote(note: string): SignedNote {
  const end = note.lastIndexOf("\n\n") + 1;
  const lines = note.slice(end + 1).split("\n");
  const hasControls = /[^\P{Cc}\n]/u.test(note);
  if (end === 0 || lines.pop() !== "" || lines.length === 0 || hasControls) {
    throw new Error("The text is not a signed note.");
  }
  const signatures = lines.map((line): NoteSignature => {
    const [, name, encoded] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    if (name === undefined || encoded === undefined)
      throw new Error("A signature line is malformed.");
    const bytes = fromBase64(encoded);
    if (bytes.length < 5) throw new Error("A signature line is malformed.");
    return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) };
  });
  return { text: note.slice(0, end), signatures };
}

/** Reads the C2SP form of a public key: name, id and base64, joined by plus signs. */
export async function readNoteKey(text: string): Promise<NoteKey> {
  const [, name, id, encoded] = /^([^\s+]+)\+([\da-f]{8})\+(\S+)$/.exec(text) ?? [];
  if (name === undefined || encoded === undefined)
    throw new Error("The key of a note is malformed.");
  const bytes = fromBase64(encoded);
  const key = { name, type: bytes[0] ?? 0, publicKey: bytes.slice(1) };
  if (hexOf(await idOf(key)) !== id) throw new Error("The id of the key does not match.");
  return key;
}

async function idOf({ name, type, publicKey }: NoteKey): Promise<Bytes> {
  const hash = await sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey));
  return hash.slice(0, 4);
}

/** The C2SP form of the public key of a witness. */
export async function witnessKeyText(name: string, publicKey: Bytes): Promise<string> {
  const key = { name, type: cosignatureKey, publicKey };
  const encoded = base64Of(concat(Uint8Array.of(cosignatureKey), publicKey));
  return `${name}+${hexOf(await idOf(key))}+${encoded}`;
}

/**
 * Finds the earliest valid signature of a note.
 *
 * @returns the time of a cosignature in seconds since 1970, 0 for a signature without a time, and null
 * without a valid one.
 */
export async function signedAt(note: SignedNote, key: NoteKey): Promise<number | null> {
  const id = await idOf(key);
  const own = note.signatures.filter((one) => one.name === key.name && areEqual(one.id, id));
  let earliest: number | null = null;
  for (const { signature } of own) {
    const isCosignature = key.type === cosignatureKey;
    if (key.type !== noteKey && !isCosignature) continue;
    const time = isCosignature ? timeIn(signature) : 0;
    const signed = isCosignature ? cosignedText(note.text, time) : note.text;
    const bytes = isCosignature ? signature.slice(8) : signature;
    const isValid = await isSignedBy(key.publicKey, bytes, utf8(signed));
    if (isValid) earliest = Math.min(earliest ?? time, time);
  }
  return earliest;
}

async function isSignedBy(publicKey: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, signature, signed);
}

function timeIn(signature: Bytes): number {
  return signature.slice(0, 8).reduce((time, byte) => time * 256 + byte, 0);
}

function cosignedText(text: string, time: number): string {
  return `cosignature/v1\ntime ${time}\n${text}`;
}

/** A private key of WebCrypto. */
export type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Adds the signature of a witness (C2SP cosignature/v1). */
export async function cosignNote(
  note: string,
  name: string,
  publicKey: Bytes,
  privateKey: PrivateKey,
  time: number,
): Promise<string> {
  const { text } = readNote(note);
  const id = await idOf({ name, type: cosignatureKey, publicKey });
  const signed = utf8(cosignedText(text, time));
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, signed));
  const timeBytes = Uint8Array.from({ length: 8 }, (_, at) => Math.floor(time / 256 ** (7 - at)));
  return `${note}— ${name} ${base64Of(concat(id, timeBytes, signature))}\n`;
}

/** What a checkpoint states. */
export interface Checkpoint {
  /** `<deployment id>/<workspace>`. */
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
}

/** Reads a C2SP checkpoint. @throws Error if it is malformed. */
export function readCheckpoint({ text }: SignedNote): Checkpoint {
  const [origin = "", size = "", root = ""] = text.split("\n");
  if (origin === "" || !/^(?:0|[1-9]\d{0,14})$/.test(size)) {
    throw new Error("The note is not a checkpoint.");
  }
  const hash = fromBase64(root);
  if (hash.length !== 32) throw new Error("The root of the checkpoint is malformed.");
  return { origin, size: Number(size), root: hash };
}
