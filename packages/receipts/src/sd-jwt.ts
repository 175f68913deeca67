import { base64UrlOf, type Bytes, fromBase64Url, sha256, textOf, utf8 } from "./bytes.ts";
import { isObject, maximumDepth, readJson } from "./forms.ts";

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
    const isNew = Array.isArray(value) && typeof value[0] === "string" && !disclosures.has(digest);
    if (!isNew) throw new Error("A disclosure is malformed.");
    disclosures.set(digest, value);
  }
  const resolver = new Resolver(disclosures);
  const disclosed = resolver.resolve(claims, 1) as Claims;
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

  resolve(value: unknown, depth: number): unknown {
    if (depth > maximumDepth) throw new Error("The SD-JWT is nested too deeply.");
    if (Array.isArray(value)) return value.flatMap((item) => this.#resolveItem(item, depth));
    if (!isObject(value)) return value;
    const { _sd: digests = [], ...claims } = value;
    if (!Array.isArray(digests)) throw new Error("The digests of an object are malformed.");
    const resolved = new Map(
      Object.entries(claims).map(([name, claim]) => [name, this.resolve(claim, depth + 1)]),
    );
    for (const digest of digests) {
      const disclosure = this.#find(digest);
      if (disclosure === undefined) continue;
      const [, name, claim] = disclosure;
      const isNew =
        typeof name === "string" && !["_sd", "..."].includes(name) && !resolved.has(name);
      if (disclosure.length !== 3 || !isNew) throw new Error("A disclosure is malformed.");
      resolved.set(name, this.resolve(claim, depth + 1));
    }
    return Object.fromEntries(resolved);
  }

  #resolveItem(item: unknown, depth: number): readonly unknown[] {
    if (!isObject(item) || !Object.hasOwn(item, "...")) return [this.resolve(item, depth + 1)];
    const { "...": digest, ...others } = item;
    const disclosure = this.#find(digest);
    const isElement = Object.keys(others).length === 0 && (disclosure?.length ?? 2) === 2;
    if (!isElement) throw new Error("A disclosure is malformed.");
    return disclosure === undefined ? [] : [this.resolve(disclosure[1], depth + 1)];
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
  if (isObject(value)) return value;
  throw new Error("A part of the SD-JWT is not a JSON object.");
}

function jsonIn(part: string | undefined): unknown {
  return readJson(textOf(fromBase64Url(part)));
}
