import { type Doc, type Key, TreasuryError } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { fromBase64, toBase64 } from "../../kernel/base64.ts";
import { ensureDeploymentId } from "../../kernel/deployment/deployment-id.ts";
import { deploymentWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { changed, type Command } from "../../kernel/ledger/command.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";

type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Bytes = Uint8Array<ArrayBuffer>;

/** What a key signs. A receipt is signed with ES256, a checkpoint with Ed25519. */
export type KeyPurpose = "receipt" | "checkpoint";

/** A public key as a JSON Web Key. */
export interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y?: string;
}

export interface SigningKeyRecord {
  readonly kid: string;
  readonly purpose: KeyPurpose;
  readonly deployment: string;
  readonly jwk: PublicJwk;
  readonly createdAt: string;
  /** When it stopped signing. Missing while it signs. */
  readonly endedAt?: string;
  /** Whether it may be known to others. */
  readonly revoked?: true;
  /** The private key in PKCS #8, encrypted. Deleted at its end. */
  readonly sealed?: { readonly iv: string; readonly text: string };
}

const keysKey: Key = { kind: "signing_keys", id: "all" };

const algorithms = {
  receipt: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  checkpoint: { name: "Ed25519" },
} as const;

/** Keys of a deployment, in its workspace. Private keys are encrypted under a key that is not stored. */
export class SigningKeys {
  readonly #engine: Engine;
  readonly #secret: string;
  /** Private keys by id, so that each is decrypted once. */
  readonly #opened: Map<string, PrivateKey> = new Map();

  /** @param secret 32 bytes in hexadecimal digits. */
  constructor(engine: Engine, secret: string) {
    this.#engine = engine;
    this.#secret = secret;
  }

  /** Creates the keys of the deployment at its first signature. */
  async signer(purpose: KeyPurpose): Promise<Signer> {
    const deployment = await ensureDeploymentId(this.#engine);
    const isCurrent = (key: SigningKeyRecord): boolean =>
      key.purpose === purpose && key.deployment === deployment && key.endedAt === undefined;
    let record = (await readKeys(this.#engine)).find(isCurrent);
    if (record === undefined) {
      const created = await this.#createKeys(deployment);
      record = (
        await this.#change((keys) => (keys.some(isCurrent) ? keys : [...keys, ...created]))
      ).find(isCurrent);
    }
    if (record === undefined) throw new Error("A signing key was not stored.");
    const key = await this.#open(record);
    const { kid, jwk } = record;
    return {
      kid,
      jwk,
      deployment,
      sign: async (bytes) =>
        new Uint8Array(await crypto.subtle.sign(algorithms[purpose], key, bytes)),
    };
  }

  /** Ends the keys that sign now, and creates others. */
  async rotate(isRevoked: boolean): Promise<readonly SigningKeyRecord[]> {
    const deployment = await ensureDeploymentId(this.#engine);
    const created = await this.#createKeys(deployment);
    return this.#change((keys, now) => [
      ...keys.map((key): SigningKeyRecord => {
        if (key.endedAt !== undefined) return key;
        const { sealed: _sealed, ...ended } = key;
        return { ...ended, endedAt: timestamp(now), ...(isRevoked && { revoked: true }) };
      }),
      ...created,
    ]);
  }

  #change(
    change: (keys: readonly SigningKeyRecord[], now: number) => readonly SigningKeyRecord[],
  ): Promise<readonly SigningKeyRecord[]> {
    const command: Command<readonly SigningKeyRecord[]> = {
      name: "write_signing_keys",
      reads: [keysKey],
      reduce: (ledger, now) => {
        const keys = change(keysFrom(ledger.doc(keysKey)), now);
        const put = [keptDoc(keysKey, ledger.head.epoch, toStored(keys))];
        return changed(ledger, keys, { put });
      },
    };
    return this.#engine.committer.run(deploymentWorkspaceId, command);
  }

  async #createKeys(deployment: string): Promise<readonly SigningKeyRecord[]> {
    const createdAt = timestamp(this.#engine.clock.now());
    return Promise.all(
      (["receipt", "checkpoint"] as const).map(async (purpose): Promise<SigningKeyRecord> => {
        const pair = await crypto.subtle.generateKey(algorithms[purpose], true, ["sign", "verify"]);
        if (!("privateKey" in pair)) throw new Error("The runtime created no pair of keys.");
        const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
        const jwk = { kty, crv, x, ...(y !== undefined && { y }) } as PublicJwk;
        const kid = sha256Hex(JSON.stringify(jwk)).slice(0, 16);
        const bytes = await crypto.subtle.exportKey("pkcs8", pair.privateKey);
        const sealed = await this.#seal(new Uint8Array(bytes), nameOf(deployment, kid));
        return { kid, purpose, deployment, jwk, createdAt, sealed };
      }),
    );
  }

  async #seal(bytes: Bytes, name: Bytes): Promise<NonNullable<SigningKeyRecord["sealed"]>> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const how = { name: "AES-GCM", iv, additionalData: name };
    const text = await crypto.subtle.encrypt(how, await this.#secretKey(), bytes);
    return { iv: toBase64(iv), text: toBase64(new Uint8Array(text)) };
  }

  async #open({ kid, purpose, deployment, sealed }: SigningKeyRecord): Promise<PrivateKey> {
    const known = this.#opened.get(kid);
    if (known !== undefined) return known;
    if (sealed === undefined) throw new Error("A signing key has ended.");
    const how = {
      name: "AES-GCM",
      iv: fromBase64(sealed.iv),
      additionalData: nameOf(deployment, kid),
    };
    const secret = await this.#secretKey();
    const bytes = await crypto.subtle
      .decrypt(how, secret, fromBase64(sealed.text))
      .catch((cause: unknown) => {
        throw new TreasuryError(
          "receipts_not_connected",
          "The signing keys of this database are encrypted under another key than `receipts.key`. Set the earlier key, or rotate the signing keys.",
          { cause },
        );
      });
    const key = await crypto.subtle.importKey("pkcs8", bytes, algorithms[purpose], false, ["sign"]);
    this.#opened.set(kid, key);
    return key;
  }

  #secretKey(): Promise<PrivateKey> {
    const bytes = Uint8Array.from(this.#secret.match(/../g) ?? [], (pair) =>
      Number.parseInt(pair, 16),
    );
    return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  }
}

export interface Signer {
  readonly kid: string;
  readonly jwk: PublicJwk;
  readonly deployment: string;
  readonly sign: (bytes: Bytes) => Promise<Uint8Array>;
}

/** Keys that sign, and earlier ones. */
export async function readKeys({
  storage,
}: Pick<Engine, "storage">): Promise<readonly SigningKeyRecord[]> {
  const request = { workspaceId: deploymentWorkspaceId, keys: [keysKey] };
  const [snapshot] = await storage.load([request]);
  return keysFrom(snapshot?.found[0]);
}

function keysFrom(doc: Doc | undefined): readonly SigningKeyRecord[] {
  return fromStored<readonly SigningKeyRecord[]>(doc?.body ?? []);
}

function nameOf(deployment: string, kid: string): Bytes {
  return new TextEncoder().encode(`${deployment}/${kid}`);
}
