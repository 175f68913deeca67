import { skipWithoutPython } from "test-suites/python";
import { describe, expect, it } from "vitest";
import { hashFrom, hexOf, sha256, utf8 } from "./bytes.ts";
import { keccak, signerOf, structHash } from "./evm-signature.ts";
import { isConsistent, isIncluded, leafHash } from "./merkle-proofs.ts";
import { runPython, verifiedByPython } from "./python.fixture.ts";
import { readSdJwt } from "./sd-jwt.ts";
import { readCheckpoint, readNote, readNoteKey, signedAt } from "./signed-note.ts";

/** RFC 9901, section 5.1, without its disclosures. */
const issued =
  "eyJhbGciOiAiRVMyNTYiLCAidHlwIjogImV4YW1wbGUrc2Qtand0In0.eyJfc2QiOiBbIkNyUWU3UzVrcUJBSHQtbk1ZWGdjNmJkdDJTSDVhVFkxc1VfTS1QZ2tqUEkiLCAiSnpZakg0c3ZsaUgwUjNQeUVNZmVadTZKdDY5dTVxZWhabzdGN0VQWWxTRSIsICJQb3JGYnBLdVZ1Nnh5bUphZ3ZrRnNGWEFiUm9jMkpHbEFVQTJCQTRvN2NJIiwgIlRHZjRvTGJnd2Q1SlFhSHlLVlFaVTlVZEdFMHc1cnREc3JaemZVYW9tTG8iLCAiWFFfM2tQS3QxWHlYN0tBTmtxVlI2eVoyVmE1TnJQSXZQWWJ5TXZSS0JNTSIsICJYekZyendzY002R242Q0pEYzZ2Vks4QmtNbmZHOHZPU0tmcFBJWmRBZmRFIiwgImdiT3NJNEVkcTJ4Mkt3LXc1d1BFemFrb2I5aFYxY1JEMEFUTjNvUUw5Sk0iLCAianN1OXlWdWx3UVFsaEZsTV8zSmx6TWFTRnpnbGhRRzBEcGZheVF3TFVLNCJdLCAiaXNzIjogImh0dHBzOi8vaXNzdWVyLmV4YW1wbGUuY29tIiwgImlhdCI6IDE2ODMwMDAwMDAsICJleHAiOiAxODgzMDAwMDAwLCAic3ViIjogInVzZXJfNDIiLCAibmF0aW9uYWxpdGllcyI6IFt7Ii4uLiI6ICJwRm5kamtaX1ZDem15VGE2VWpsWm8zZGgta284YUlLUWM5RGxHemhhVllvIn0sIHsiLi4uIjogIjdDZjZKa1B1ZHJ5M2xjYndIZ2VaOGtoQXYxVTFPU2xlclAwVmtCSnJXWjAifV0sICJfc2RfYWxnIjogInNoYS0yNTYiLCAiY25mIjogeyJqd2siOiB7Imt0eSI6ICJFQyIsICJjcnYiOiAiUC0yNTYiLCAieCI6ICJUQ0FFUjE5WnZ1M09IRjRqNFc0dmZTVm9ISVAxSUxpbERsczd2Q2VHZW1jIiwgInkiOiAiWnhqaVdXYlpNUUdIVldLVlE0aGJTSWlyc1ZmdWVjQ0U2dDRqVDlGMkhaUSJ9fX0.MczwjBFGtzf-6WMT-hIvYbkb11NrV1WMO-jTijpMPNbswNzZ87wY2uHz-CXo6R04b7jYrpj9mNRAvVssXou1iw";
const issuerKey = {
  kty: "EC",
  crv: "P-256",
  x: "b28d4MwZMjw8-00CG4xfnn9SLMVMM19SlqZpVb_uNtQ",
  y: "Xv5zWwuoaTgdS6hV43yI6gBwTnjukmFQQnJ_kCxzqk8",
};
const disclosures = {
  givenName: "WyIyR0xDNDJzS1F2ZUNmR2ZyeU5STjl3IiwgImdpdmVuX25hbWUiLCAiSm9obiJd",
  familyName: "WyJlbHVWNU9nM2dTTklJOEVZbnN4QV9BIiwgImZhbWlseV9uYW1lIiwgIkRvZSJd",
  address:
    "WyJBSngtMDk1VlBycFR0TjRRTU9xUk9BIiwgImFkZHJlc3MiLCB7InN0cmVldF9hZGRyZXNzIjogIjEyMyBNYWluIFN0IiwgImxvY2FsaXR5IjogIkFueXRvd24iLCAicmVnaW9uIjogIkFueXN0YXRlIiwgImNvdW50cnkiOiAiVVMifV0",
  unitedStates: "WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIlVTIl0",
  germany: "WyJuUHVvUW5rUkZxM0JJZUFtN0FuWEZBIiwgIkRFIl0",
};

function presented(...parts: readonly string[]): string {
  return [issued, ...parts, ""].join("~");
}

describe("RFC 9901", () => {
  it("discloses properties and elements of section 5, under the issuer's signature", async () => {
    const { givenName, familyName, address, unitedStates } = disclosures;
    const text = presented(familyName, address, givenName, unitedStates);
    const { claims, header, signed, signature } = await readSdJwt(text);
    expect(header).toEqual({ alg: "ES256", typ: "example+sd-jwt" });
    expect(claims).toMatchObject({
      iss: "https://issuer.example.com",
      sub: "user_42",
      given_name: "John",
      family_name: "Doe",
      address: { street_address: "123 Main St", country: "US" },
      nationalities: ["US"],
    });
    expect(Object.keys(claims)).not.toEqual(expect.arrayContaining(["_sd"]));
    const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("jwk", issuerKey, algorithm, false, ["verify"]);
    expect(await crypto.subtle.verify(algorithm, key, signature, signed)).toBe(true);
  });

  it("discloses nothing without disclosures, and an element by itself", async () => {
    expect((await readSdJwt(presented())).claims["nationalities"]).toEqual([]);
    const { claims } = await readSdJwt(presented(disclosures.germany));
    expect(claims["nationalities"]).toEqual(["DE"]);
  });

  it.each([
    ["a disclosure that no digest names", presented("WyJkdW1teXNhbHQiLCAiZm9vIiwgImJhciJd")],
    ["a disclosure twice", presented(disclosures.givenName, disclosures.givenName)],
    ["white space", presented(` ${disclosures.givenName}`)],
    ["padding", presented(`${disclosures.givenName}=`)],
    ["another last digit for the same bytes", presented(disclosures.givenName.replace(/d$/, "e"))],
    ["a key binding", `${issued}~e30.e30.AA`],
    ["a JWT alone", issued],
    [
      "another hash",
      `${btoa('{"alg":"ES256"}')}.${btoa('{"_sd_alg":"md5"}')}.AA~`.replaceAll("=", ""),
    ],
  ])("rejects %s", async (_, text) => {
    await expect(readSdJwt(text)).rejects.toThrow(/./);
  });
});

/** The example of c2sp.org/signed-note. */
const note = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
const noteKey = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";

/** A checkpoint of a public log with a signature of a public witness. */
const checkpoint = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
`;
const logKey =
  "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f";
const witnessKey = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2";

describe("C2SP", () => {
  it("verifies the signed note of the specification, and no other text", async () => {
    const key = await readNoteKey(noteKey);
    expect(await signedAt(readNote(note), key)).toBe(0);
    expect(await signedAt(readNote(note.replace("example m", "example M")), key)).toBeNull();
    expect(await signedAt(readNote(note), { ...key, name: "example.com/bar" })).toBeNull();
  });

  it("verifies a checkpoint and its cosignature, with the time", async () => {
    const read = readNote(checkpoint);
    expect(readCheckpoint(read)).toMatchObject({ size: 1_432_088_532 });
    expect(await signedAt(read, await readNoteKey(logKey))).toBe(0);
    expect(await signedAt(read, await readNoteKey(witnessKey))).toBe(0x6a_12_21_20);
    const other = readNote(checkpoint.replace("1432088532", "1432088533"));
    expect(await signedAt(other, await readNoteKey(witnessKey))).toBeNull();
  });

  it.each([
    "",
    "text\n",
    "text\n\n",
    "text\n\n— name\n",
    "text\n\n— name AAAAAA==",
    note.trimEnd(),
  ])("rejects the note %j", (text) => {
    expect(() => readNote(text)).toThrow(/note|malformed/);
  });

  it("rejects a key whose id is not its own, and a malformed checkpoint", async () => {
    await expect(readNoteKey(noteKey.replace("530d", "530e"))).rejects.toThrow("does not match");
    for (const size of ["01", "-1", "", "1e3"]) {
      const text = checkpoint.replace("1432088532", size);
      expect(() => readCheckpoint(readNote(text))).toThrow("not a checkpoint");
    }
  });
});

describe("RFC 9162", () => {
  const root = hashFrom("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
  const path = [
    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
  ].map(hashFrom);

  it("verifies the published inclusion proof, and no other", async () => {
    const leaf = await leafHash(utf8(""));
    expect(await isIncluded(leaf, 0, 8, path, root)).toBe(true);
    expect(await isIncluded(leaf, 1, 8, path, root)).toBe(false);
    expect(await isIncluded(leaf, 0, 4, path, root)).toBe(false);
    expect(await isIncluded(leaf, 0, 8, path.slice(1), root)).toBe(false);
    expect(await isIncluded(leaf, 0, 8, [...path, root], root)).toBe(false);
    expect(await isIncluded(await sha256(leaf), 0, 8, path, root)).toBe(false);
  });

  it("verifies the published consistency proof, and no other", async () => {
    const older = {
      size: 6,
      root: hashFrom("76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    };
    const newer = { size: 8, root };
    const proof = [
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ].map(hashFrom);
    expect(await isConsistent(older, newer, proof)).toBe(true);
    expect(await isConsistent({ ...older, size: 5 }, newer, proof)).toBe(false);
    expect(await isConsistent({ ...older, root }, newer, proof)).toBe(false);
    expect(await isConsistent(older, newer, proof.slice(1))).toBe(false);
    expect(await isConsistent(newer, newer, [])).toBe(true);
    expect(await isConsistent(newer, newer, proof)).toBe(false);
  });
});

it("is not a receipt for the Python verifier", (test) => {
  skipWithoutPython(test);
  const keys = {
    keys: [
      {
        ...issuerKey,
        kid: "1",
        purpose: "receipt",
        deployment: "d",
        endedAt: null,
        revoked: false,
      },
    ],
  };
  expect(() => verifiedByPython([presented()], keys)).not.toThrow();
});

it("is not an export for the Python program", (test) => {
  skipWithoutPython(test);
  const malformed = [
    "",
    "[]",
    "{",
    "5",
    '{"record":"head","workspaceId":"acme"}',
    '{"record":"entry","workspaceId":"acme","body":null}',
    `{"record":"head","workspaceId":"acme","a":${"[".repeat(2_000)}`,
  ];
  for (const text of malformed) {
    const answers = runPython("recompute_chain.py", { text }, (pathOf) => [pathOf("text")]);
    expect(answers).toMatchObject([{ valid: false }]);
  }
});

describe("EIP-712", () => {
  const person = "Person(string name,address wallet)";
  const cow = structHash(person, ["Cow", "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"]);
  const bob = structHash(person, ["Bob", "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"]);
  const domain = structHash(
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)",
    ["Ether Mail", "1", "1", "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"],
  );
  const mail = structHash(`Mail(Person from,Person to,string contents)${person}`, [
    cow,
    bob,
    "Hello, Bob!",
  ]);
  const signature =
    "0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c";

  it("hashes and recovers the signer of its example", () => {
    expect(domain).toBe("0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f");
    expect(mail).toBe("0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e");
    expect(signerOf(domain, mail, signature)).toBe("0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826");
  });

  it.each([
    ["another recovery id", signature.replace(/1c$/, "1b")],
    ["no recovery id", signature.slice(0, -2)],
    ["a recovery id of 0", signature.replace(/1c$/, "00")],
    ["zero as r", `0x${"0".repeat(64)}${signature.slice(66)}`],
    ["s above the order", `${signature.slice(0, 66)}${"f".repeat(64)}1c`],
    ["nothing", undefined],
  ])("does not recover the signer from %s", (_, changed) => {
    const signer = signerOf(domain, mail, changed);
    expect(signer).not.toBe("0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826");
  });

  it("uses Keccak-256 at the ends of its blocks", () => {
    const hashes = [0, 135, 136, 137, 272].map((length) =>
      hexOf(keccak(new Uint8Array(length).fill(120))),
    );
    expect(hashes).toEqual([
      "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
      "16570bdb055e663ea1cb57ac6f09194f4bc7b7070847971fc0b86710366dc34f",
      "50da8ef3747b7a7f01d08563aa11c72a2a668563fb928adc6e8d2a1ab4e36096",
      "01e0852c139fa337a5d3f746ab3b2d3400442195225e2f10c34702f8f37ae8d3",
      "96bc2208643ac0c338f0aee0c5fce6b05e3deab879d939a413e8094ab5895377",
    ]);
  });
});
