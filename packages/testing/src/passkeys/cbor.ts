export type Cbor = number | string | Uint8Array | CborMap;
/** Entries in the order of their encoding. */
export type CborMap = readonly (readonly [key: number | string, value: Cbor])[];

/** Encodes the part of CBOR that authenticators use. */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === "number") {
    return value < 0 ? head(1, -1 - value) : head(0, value);
  }
  if (typeof value === "string") {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = value.flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)]);
  return Buffer.concat([head(5, value.length), ...entries]);
}

function head(major: number, size: number): Buffer {
  const type = major << 5;
  if (size < 24) return Buffer.from([type | size]);
  if (size < 256) return Buffer.from([type | 24, size]);
  return Buffer.from([type | 25, size >> 8, size & 255]);
}
