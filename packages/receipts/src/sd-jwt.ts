import { base64UrlOf, type Bytes, fromBase64Url, sha256, textOf, utf8 } from "./bytes.ts";

export type Claims = Record<string, unknown>;

/** An SD-JWT (RFC 9901), whose signature is not verified yet. */
export interface SdJwt {
  readonly header: Claims;
  /** The payload, with the claims that were disclosed. */
  readonly claims: Claims;
  readonly signed: Bytes;
  readonly signature: Bytes;
}

/**
 * Reads the compact form without a key binding. Strict: no white space, canonical base64url, and every
 * disclosure is one that the payload names.
 *
 * @throws Error
 */
export async function readSdJwt(text: string): Promise<SdJwt> {
  const [jwt = "", ...rest] = text.split("~");
  if (rest.pop() !== "") throw new Error("The text is not an SD-JWT without a key binding.");
  const parts = jwt.split(".");
  const [head, body, signature] = parts;
  if (parts.length !== 3) throw new Error("The SD-JWT does not have three parts.");
  const payload = objectIn(body);
  const { _sd_alg: algorithm = "sha-256", ...claims } = payload;
  if (algorithm !== "sha-256") throw new Error("The SD-JWT uses another hash than SHA-256.");
  const disclosures = new Map<string, readonly unknown[]>();
  for (const disclosure of rest) {
    const value = jsonIn(disclosure);
    const digest = base64UrlOf(await sha256(utf8(disclosure)));
    if (!Array.isArray(value) || disclosures.has(digest))
      throw new Error("A disclosure is malformed.");
    disclosures.set(digest, value);
  }
  const resolver = new Resolver(disclosures);
  const disclosed = resolver.resolve(claims) as Claims;
  if (resolver.isAllUsed()) {
    return {
      header: objectIn(head),
      claims: disclosed,
      signed: utf8(`${head}.${body}`),
      signature: fromBase64Url(signature),
    };
  }
  throw new Error("A disclosure is not one of this SD-JWT: it was changed or added.");
}

class Resolver {
  readonly #disclosures: ReadonlyMap<string, readonly unknown[]>;
  readonly #seen: Set<unknown> = new Set();

  constructor(disclosures: ReadonlyMap<string, readonly unknown[]>) {
    this.#disclosures = disclosures;
  }

  isAllUsed(): boolean {
    return [...this.#disclosures.keys()].every((digest) => this.#seen.has(digest));
  }

  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.flatMap((item: unknown) => this.#resolveItem(item));
    if (typeof value !== "object" || value === null) return value;
    const { _sd: digests = [], ...claims } = value as Claims;
    if (!Array.isArray(digests)) throw new Error("The digests of an object are malformed.");
    const resolved = new Map(
      Object.entries(claims).map(([name, claim]) => [name, this.resolve(claim)]),
    );
    for (const digest of digests) {
      const disclosure = this.#find(digest);
      if (disclosure === undefined) continue;
      const [, name, claim] = disclosure;
      const isNew =
        typeof name === "string" && !["_sd", "..."].includes(name) && !resolved.has(name);
      if (disclosure.length !== 3 || !isNew) throw new Error("A disclosure is malformed.");
      resolved.set(name, this.resolve(claim));
    }
    return Object.fromEntries(resolved);
  }

  #resolveItem(item: unknown): readonly unknown[] {
    const isObject = typeof item === "object" && item !== null;
    const digest = isObject ? (item as Claims)["..."] : undefined;
    if (digest === undefined) return [this.resolve(item)];
    const disclosure = this.#find(digest);
    if (disclosure === undefined) return [];
    if (disclosure.length !== 2) throw new Error("A disclosure is malformed.");
    return [this.resolve(disclosure[1])];
  }

  #find(digest: unknown): readonly unknown[] | undefined {
    if (typeof digest !== "string" || this.#seen.has(digest)) {
      throw new Error("A digest is malformed, or occurs twice.");
    }
    this.#seen.add(digest);
    return this.#disclosures.get(digest);
  }
}

function objectIn(part: string | undefined): Claims {
  const value = jsonIn(part);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Claims;
  throw new Error("A part of the SD-JWT is not a JSON object.");
}

function jsonIn(part: string | undefined): unknown {
  return JSON.parse(textOf(fromBase64Url(part)));
}
