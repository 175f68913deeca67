import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type ChainLink, type EntryRecord, hashEntry, hashGenesis, saltText } from "./chain.ts";

const salt = "0123456789abcdef0123456789abcdef";
const record: EntryRecord = {
  id: "entry_2_7",
  type: "expense",
  description: saltText(salt, "Acme: café"),
  proposalId: "proposal-1",
  reference: null,
  reversalOf: null,
  createdAt: "2026-11-03T10:00:00.000Z",
  day: "2026-11-03",
  salt,
  decision: {
    operator: saltText(salt, "Ada"),
    operatorVerified: true,
    autoApproved: false,
    decidedAt: "2026-11-03T09:59:00.000Z",
    vendor: saltText(salt, "Acme"),
    amount: "12000000",
    limits: ["50000000", "10000000", "100000000", "20000000"],
  },
};
const link: ChainLink = {
  workspaceId: "acme",
  epoch: 2,
  sequence: 7n,
  amount: Micros.of(-12_000_000n),
  balance: Micros.of(88_000_000n),
  previousHash: "ab".repeat(32),
  record,
};

/** Uses another implementation of SHA-256 than the ledger. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const descriptionDigest = sha256(`["${salt}","Acme: café"]`);
const operatorDigest = sha256(`["${salt}","Ada"]`);
const vendorDigest = sha256(`["${salt}","Acme"]`);

describe("the canonical form", () => {
  it("of an entry is one JSON array after the previous hash, with the format version first", async () => {
    const canonical =
      `["agent-treasury/1","acme",2,"7","entry_2_7","expense","-12000000","88000000",` +
      `"2026-11-03T10:00:00.000Z","2026-11-03","proposal-1",null,null,"${await descriptionDigest}",` +
      `["${await operatorDigest}",true,false,"2026-11-03T09:59:00.000Z","${await vendorDigest}",` +
      `"12000000",["50000000","10000000","100000000","20000000"]]]`;
    expect(hashEntry(link)).toBe(await sha256("ab".repeat(32) + canonical));
  });

  it("of an entry without a decision ends with null", async () => {
    const deposit: EntryRecord = { ...record, type: "deposit", proposalId: null, decision: null };
    const canonical =
      `["agent-treasury/1","acme",2,"7","entry_2_7","deposit","-12000000","88000000",` +
      `"2026-11-03T10:00:00.000Z","2026-11-03",null,null,null,"${await descriptionDigest}",null]`;
    expect(hashEntry({ ...link, record: deposit })).toBe(await sha256("ab".repeat(32) + canonical));
  });

  it("of an epoch covers the starting capital and the previous epoch", async () => {
    const genesis = { workspaceId: "acme", epoch: 1, startingCapital: Micros.of(5n) };
    expect(hashGenesis({ ...genesis, previousHash: null })).toBe(
      await sha256(`["agent-treasury/1","genesis","acme",1,"5",null]`),
    );
    expect(hashGenesis({ ...genesis, epoch: 2, previousHash: "ff" })).toBe(
      await sha256(`["agent-treasury/1","genesis","acme",2,"5","ff"]`),
    );
  });

  it("does not change when texts and their salt are erased", () => {
    const { decision } = record;
    const erased: EntryRecord = {
      ...record,
      salt: null,
      description: { ...record.description, text: null },
      decision: decision && {
        ...decision,
        operator: decision.operator && { ...decision.operator, text: null },
        vendor: { ...decision.vendor, text: null },
      },
    };
    expect(hashEntry({ ...link, record: erased })).toBe(hashEntry(link));
  });
});
