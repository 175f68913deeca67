import type { Json, JsonObject } from "@agent-treasury/provider";
import { sha256 } from "@noble/hashes/sha2.js";
import { toBase64Url } from "../../kernel/base64.ts";
import type { Signer } from "./signing-keys.ts";

const encoder = new TextEncoder();

/** Disclosures of an SD-JWT (RFC 9901), each with its own random salt. */
export class Disclosures {
  readonly #random: () => string;
  readonly #texts: string[] = [];

  /** @param random returns 128 random bits. */
  constructor(random: () => string) {
    this.#random = random;
  }

  /** Returns the object that names the fields, and has only the digests of their values. */
  of(fields: JsonObject): JsonObject {
    const digests = Object.entries(fields).map(([name, value]) => this.#digest(name, value));
    return { fields: Object.keys(fields), _sd: digests.toSorted() };
  }

  #digest(name: string, value: Json): string {
    const text = toBase64Url(encoder.encode(JSON.stringify([this.#random(), name, value])));
    this.#texts.push(text);
    return toBase64Url(sha256(encoder.encode(text)));
  }

  /** Returns the payload with all disclosures in the compact form. */
  async signed(header: JsonObject, payload: JsonObject, sign: Signer["sign"]): Promise<string> {
    const [head, body] = [header, { ...payload, _sd_alg: "sha-256" }].map((part) =>
      toBase64Url(encoder.encode(JSON.stringify(part))),
    );
    const signature = await sign(encoder.encode(`${head}.${body}`));
    return [`${head}.${body}.${toBase64Url(signature)}`, ...this.#texts, ""].join("~");
  }
}
