import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { base64Of, base64UrlOf, concat, hashFrom, sha256, sha256Hex, utf8 } from "./bytes.ts";
import { leafHash } from "./merkle-proofs.ts";
import type { KeySet, PublishedKey } from "./receipt-report.ts";
import { pay, receiptTreasury } from "./receipts.fixture.ts";

type Fields = Record<string, unknown>;

/** What a deployment signs instead of the true receipt. */
export interface Forgery {
  /** Changes the only ledger entry, before its hash enters the tree. */
  readonly entry?: (fields: unknown[]) => unknown;
  readonly claims?: (claims: Fields) => Fields;
  readonly header?: Fields;
  /** Changes the bytes of the payload. */
  readonly payload?: (json: string) => string | Uint8Array;
  readonly disclosures?: (texts: readonly string[]) => readonly string[];
  readonly checkpoint?: (note: string) => string;
}

interface Issued {
  readonly header: Fields;
  readonly claims: Fields;
  readonly disclosures: readonly string[];
}

/** A deployment that signs what it wants, in a ledger of one entry. */
export class Forger {
  readonly #issued: Issued;
  readonly #receiptKey: KeyObject;
  readonly #checkpointKey: KeyObject;
  readonly keys: KeySet;

  private constructor(issued: Issued, keys: readonly PublishedKey[]) {
    const receipt = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const checkpoint = generateKeyPairSync("ed25519");
    this.#issued = issued;
    this.#receiptKey = receipt.privateKey;
    this.#checkpointKey = checkpoint.privateKey;
    const publicKeys = { receipt: receipt.publicKey, checkpoint: checkpoint.publicKey };
    this.keys = {
      keys: keys.map((key) => {
        const { x = "", y } = publicKeys[key.purpose].export({ format: "jwk" });
        return { ...key, x, ...(y !== undefined && { y }) };
      }),
    };
  }

  /** A spend of 24 USD that Ada approved. */
  static async create(): Promise<Forger> {
    const treasury = receiptTreasury();
    const proposalId = await pay(treasury, 24, { vendor: "Hetzner", category: "hosting" });
    const { receipt } = await treasury.receipts.issue({ proposalId });
    const { keys } = await treasury.receipts.keys();
    await treasury.close();
    const [jwt = "", ...disclosures] = receipt.split("~").slice(0, -1);
    const [header, claims] = jwt
      .split(".", 2)
      .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as Fields);
    return new Forger({ header: header ?? {}, claims: claims ?? {}, disclosures }, keys);
  }

  async receipt({
    entry = (fields) => fields,
    claims = (each) => each,
    header = {},
    payload = (json) => json,
    disclosures = (texts) => texts,
    checkpoint = (note) => note,
  }: Forgery): Promise<string> {
    const [only] = this.#issued.claims["entries"] as readonly Fields[];
    const previousHash = String(only?.["previousHash"]);
    const canonical = JSON.stringify(entry(JSON.parse(String(only?.["canonical"])) as unknown[]));
    const hash = hashFrom(await sha256Hex(previousHash + canonical));
    const note = await this.#note(await leafHash(hash), checkpoint);
    const signedClaims = claims({
      ...this.#issued.claims,
      entries: [{ ...only, canonical, path: [] }],
      checkpoint: note,
    });
    const json = payload(JSON.stringify(signedClaims));
    const head = utf8(JSON.stringify({ ...this.#issued.header, ...header }));
    const parts = [head, typeof json === "string" ? utf8(json) : json];
    const signed = parts.map((part) => base64UrlOf(part)).join(".");
    const key = { key: this.#receiptKey, dsaEncoding: "ieee-p1363" } as const;
    const signature = base64UrlOf(sign("sha256", utf8(signed), key));
    return [`${signed}.${signature}`, ...disclosures(this.#issued.disclosures), ""].join("~");
  }

  async #note(root: Uint8Array, change: (note: string) => string): Promise<string> {
    const { claims } = this.#issued;
    const origin = `${String(claims["iss"])}/${String(claims["workspace"])}`;
    const text = change(`${origin}\n1\n${base64Of(root)}\n`);
    const { x = "" } = this.keys.keys.find(({ purpose }) => purpose === "checkpoint") ?? {};
    const publicKey = Buffer.from(x, "base64url");
    const id = (await sha256(concat(utf8(`${origin}\n`), Uint8Array.of(1), publicKey))).slice(0, 4);
    const signature = sign(null, utf8(text), this.#checkpointKey);
    return `${text}\n— ${origin} ${base64Of(concat(id, signature))}\n`;
  }
}
