import { type Bytes, concat, hexOf, utf8 } from "./bytes.ts";

/** Signatures of Ethereum, which WebCrypto does not know. Only public values pass through here. */

const prime = 2n ** 256n - 2n ** 32n - 977n;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const generator: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
];
const lane = 2n ** 64n - 1n;

/** A point of secp256k1. Null for infinity. */
type Point = readonly [x: bigint, y: bigint];

/** Keccak-256 of the Keccak team, as Ethereum uses it, not SHA3-256. */
export function keccak(data: Uint8Array): Bytes {
  const rate = 136;
  const state = Array.from({ length: 25 }, () => 0n);
  const padded = new Uint8Array((Math.floor(data.length / rate) + 1) * rate);
  padded.set(data);
  padded[data.length] = 1;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 128;
  const view = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += rate) {
    for (let word = 0; word < rate / 8; word += 1) {
      state[word] = at(state, word) ^ view.getBigUint64(block + 8 * word, true);
    }
    permute(state);
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (let word = 0; word < 4; word += 1) hash.setBigUint64(8 * word, at(state, word), true);
  return new Uint8Array(hash.buffer);
}

function permute(state: bigint[]): void {
  let register = 1;
  for (let round = 0; round < 24; round += 1) {
    const parity = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ at(state, x + y), 0n),
    );
    for (let word = 0; word < 25; word += 1) {
      const both = at(parity, (word + 4) % 5) ^ rotated(at(parity, (word + 1) % 5), 1);
      state[word] = at(state, word) ^ both;
    }
    let [x, y, moved] = [1, 0, at(state, 1)];
    for (let step = 1; step <= 24; step += 1) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const next = at(state, x + 5 * y);
      state[x + 5 * y] = rotated(moved, ((step * (step + 1)) / 2) % 64);
      moved = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const words = state.slice(row, row + 5);
      for (let column = 0; column < 5; column += 1) {
        const next = ~at(words, (column + 1) % 5) & at(words, (column + 2) % 5);
        state[row + column] = at(words, column) ^ (next & lane);
      }
    }
    for (let bit = 0; bit < 7; bit += 1) {
      if ((register & 1) === 1) state[0] = at(state, 0) ^ (1n << BigInt(2 ** bit - 1));
      register = (register << 1) ^ (register >> 7 === 1 ? 0x171 : 0);
    }
  }
}

function at(words: readonly bigint[], index: number): bigint {
  return words[index] ?? 0n;
}

function rotated(word: bigint, by: number): bigint {
  return ((word << BigInt(by)) | (word >> BigInt(64 - by))) & lane;
}

/** @throws Error unless it is a hexadecimal or decimal number of at most so many bits. */
export function numberIn(text: string, bits = 256): bigint {
  const number = /^(?:0x[\da-fA-F]+|\d+)$/.test(text) ? BigInt(text) : null;
  if (number !== null && number < 1n << BigInt(bits)) return number;
  throw new Error("A number in the payment is malformed or too large.");
}

/**
 * The hash of a struct of EIP-712. Hexadecimal and decimal values are numbers, unless it is a text.
 *
 * @throws Error for a number that its field cannot contain.
 */
export function structHash(type: string, values: readonly string[]): string {
  // oxlint-disable-next-line treasury/linear-patterns -- One of our types.
  const fields = /\((.*?)\)/.exec(type)?.[1]?.split(",") ?? [];
  const words = fields.map((field, index) => {
    const value = values[index] ?? "";
    if (field.startsWith("string ")) return keccak(utf8(value));
    return bytesOf(numberIn(value, field.startsWith("address ") ? 160 : 256));
  });
  return `0x${hexOf(keccak(concat(keccak(utf8(type)), ...words)))}`;
}

/** Returns the address, in lower case, whose key signed the message. Null for an invalid signature. */
export function signerOf(domain: string, message: string, signature: unknown): string | null {
  const parts = /^0x([\da-fA-F]{64})([\da-fA-F]{64})(00|01|1[bBcC])$/.exec(String(signature));
  if (parts === null) return null;
  const [r, s] = [BigInt(`0x${parts[1]}`), BigInt(`0x${parts[2]}`)];
  const hashes = [domain, message].map((hash) => bytesOf(BigInt(hash)));
  const signed = BigInt(`0x${hexOf(keccak(concat(Uint8Array.of(25, 1), ...hashes)))}`);
  const square = (r ** 3n + 7n) % prime;
  const root = power(square, (prime + 1n) / 4n);
  if (r === 0n || r >= order || s === 0n || s >= order || root ** 2n % prime !== square)
    return null;
  const isOdd = /^(?:01|1c)$/i.test(parts[3] ?? "");
  const point: Point = [r, (root & 1n) === (isOdd ? 1n : 0n) ? root : prime - root];
  const inverse = inverseOf(r, order);
  const key = added(
    multiplied(point, (s * inverse) % order),
    multiplied(generator, modulo(-signed * inverse, order)),
  );
  return key && `0x${hexOf(keccak(concat(...key.map(bytesOf)))).slice(24)}`;
}

function bytesOf(value: bigint): Bytes {
  const pairs = value.toString(16).padStart(64, "0").match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

function modulo(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result * (bit === "1" ? base : 1n)) % prime;
  }
  return result;
}

function inverseOf(value: bigint, by: bigint): bigint {
  let [high, low, one, other] = [by, modulo(value, by), 0n, 1n];
  while (low > 0n) {
    const times = high / low;
    [high, low, one, other] = [low, high - times * low, other, one - times * other];
  }
  return modulo(one, by);
}

function added(one: Point | null, other: Point | null): Point | null {
  if (one === null || other === null) return one ?? other;
  const [[x, y], [otherX, otherY]] = [one, other];
  if (x === otherX && y !== otherY) return null;
  const slope =
    x === otherX
      ? 3n * x * x * inverseOf(2n * y, prime)
      : (otherY - y) * inverseOf(otherX - x, prime);
  const sumX = modulo(slope * slope - x - otherX, prime);
  return [sumX, modulo(slope * (x - sumX) - y, prime)];
}

function multiplied(point: Point, by: bigint): Point | null {
  let sum: Point | null = null;
  for (const bit of by.toString(2)) {
    sum = added(sum, sum);
    if (bit === "1") sum = added(sum, point);
  }
  return sum;
}
