import { describe, expect, it } from "vitest";
import { screeningRules } from "./screening-rules.ts";
import { purchaseTable } from "./table/purchase-table.fixture.ts";

const gate = screeningRules();

function verdictOf(purpose: string, vendor = "Acme", category: string | null = null): string {
  return gate.screen({ vendor, purpose, category }).verdict;
}

describe("an account number", () => {
  it.each([
    ["IBAN", "Deposit for the office to DE89370400440532013000"],
    ["IBAN in groups", "Deposit to GB29 NWBK 6016 1331 9268 19, thanks"],
    ["IBAN in lower case with hyphens", "deposit to fr14-2004-1010-0505-0001-3m02-606"],
    ["IBAN in full-width letters", "Deposit to ＤＥ８９３７０４００４４０５３２０１３０００"],
    ["IBAN with an invisible character", "Deposit to DE8937\u200b0400440532013000"],
    ["IBAN after its label", "IBAN:DE89370400440532013000."],
    ["IBAN with few digits", "Deposit to RO36AAAAZE37WCMZ3A08L2V5"],
    ["IBAN with few digits in groups", "Deposit to RO36 AAAA ZE37 WCMZ 3A08 L2V5 now"],
    ["IBAN with dots", "Deposit to DE89.3704.0044.0532.0130.00"],
    ["IBAN with slashes", "Deposit to DE89/3704/0044/0532/0130/00"],
    ["IBAN with line breaks", "Deposit to DE89\n3704\r\n0044\n0532\n0130\n00"],
    ["IBAN with signs and spaces", "Deposit to DE89 - 3704 0044. 0532 0130 00"],
    ["IBAN with a Cyrillic letter", "Deposit to DЕ89370400440532013000"],
    ["IBAN with Cyrillic letters", "Deposit to GВ29 NWВК 6016 1331 9268 19"],
    ["IBAN with Arabic digits", "Deposit to DE٨٩٣٧٠٤٠٠٤٤٠٥٣٢٠١٣٠٠٠"],
    ["CLABE", "Pago a 032180000118359719"],
    ["CLABE in groups", "Pago a 032 180 00011835971 9"],
    ["CBU", "Pago a 2850590940090418135201"],
    ["CBU in two blocks", "Pago a 28505909 40090418135201"],
    ["card number with dots", "Top up card 4242.4242.4242.4242"],
    ["short IBAN", "Rent, NO9386011117947"],
    ["card number", "Top up card 4242424242424242"],
    ["card number in groups", "Top up card 5555 5555 5555 4444 please"],
    ["card number with hyphens", "Top up card 6011-1111-1111-1117"],
    ["American Express number in groups", "Top up card 3782 822463 10005"],
    ["routing number beside an account", "Send it to routing 021000021, account 123456789"],
    ["routing number after an account", "Account no. 000123456789 (ABA routing number: 121000358)"],
    ["Ethereum address", "Refill 0x52908400098527886E0F7030069857D2E4169EE7"],
    ["Bitcoin address", "Refill 1BoatSLRHtKNngkdXEeobR76b53LETtpyT"],
    ["Tron address", "Refill TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
    ["bech32 address", "Refill bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["bech32m address", "Refill bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
    ["bech32 address in capitals", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
  ])("prevents the automatic approval of a spend: %s", (_kind, purpose) => {
    expect(verdictOf(purpose)).toBe("review");
    expect(verdictOf("paper", purpose.slice(0, 200))).toBe("review");
    expect(verdictOf("paper", "Acme", purpose.slice(0, 100))).toBe("review");
  });

  it("in the vendor's name alone does not hold a vendor that a person approved before", () => {
    const vendor = "DE89370400440532013000";
    const other = "GB29 NWBK 6016 1331 9268 19";
    const ifKnown = (purpose: string, name = vendor) =>
      gate.screen({ vendor: name, purpose, category: null }).ifKnown?.verdict;
    expect(ifKnown("rent")).toBe("safe");
    expect(ifKnown("a gift card")).toBe("review");
    expect(ifKnown(`rent to ${other}`)).toBeUndefined();
    expect(ifKnown(`rent to ${other}`, "Acme")).toBeUndefined();
    expect(ifKnown("0532013000", "DE893704004405")).toBeUndefined();
    expect(ifKnown("rent", "Acme")).toBeUndefined();
  });

  it("is the reason in addition to that of a term", () => {
    const reason =
      "The text contains an account number, so that a person has to approve the spend.";
    const iban = "DE89370400440532013000";
    expect(gate.screen({ vendor: "Acme", purpose: iban, category: null }).reason).toBe(reason);
    const both = gate.screen({ vendor: "Acme", purpose: `a gift card, ${iban}`, category: null });
    expect(both.verdict).toBe("review");
    expect(both.reason).toBe(`Transferable money needs review. ${reason}`);
  });

  it("does not weaken a block, and applies also with a list of vendors", () => {
    const iban = "DE89370400440532013000";
    expect(verdictOf(`a handgun, ${iban}`)).toBe("blocked");
    const own = screeningRules({
      allowedVendors: ["Acme"],
      prohibitedUses: [
        { category: "x", verdict: "review", reason: "X.", terms: ["xyzzy"], exceptions: [iban] },
      ],
    });
    expect(own.screen({ vendor: "Acme", purpose: iban, category: null }).verdict).toBe("review");
  });

  it.each([
    "Order 4111111111111112",
    "Order 112-3456789-1234567",
    "Invoice 2026-0314-000123 of 14/03/2026, phone +1 415 555 0132",
    "Phone +14155550132 or +49 30 901820, customer 1234567890",
    "Job 1742905600000 at 2026-03-14T12:30:00Z",
    "Job 3735928559, hour 17",
    "Commit 3b3cdac7a9c1f2d48a5e6f70812bc93d4e5f6a7b",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "Transaction 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a3d9d4d6f9d2d3b",
    "9c1ca8fc-32cf-40f9-b375-28e855109626",
    "ISBN 978-3-16-148410-0, EAN 4006381333931",
    "Order 123456780 of 20260314",
    "Order 032180000118359718",
    "Order 2850590940090418135202 and 0000000000000000000000",
    "Post 175928847299117063 of 2026",
    "Contract RO37AAAAZE37WCMZ3A08L2V5",
    "Ro36 is a road that many people like to use in the summer",
    "Tracking number 1Z999AA10123456784",
    "VAT DE136695976, IBAN on the invoice",
    "Contract DE88370400440532013000 with a wrong check digit",
    "1BoatSLRHtKNngkdXEeobR76b53LETtpyX and bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
    "Domains: office2office365supplies1qqqqqqqq.example",
    "021000021",
  ])("is not found in other numbers: %s", (purpose) => {
    expect(verdictOf(purpose)).toBe("safe");
  });

  it("is in no purchase of the table", () => {
    const found = purchaseTable.filter(
      ({ heldOut, spend }) => !heldOut && gate.screen(spend).reason.includes("account number"),
    );
    expect(found.map(({ spend }) => spend.purpose)).toEqual([]);
  });
});
