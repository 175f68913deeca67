import { expect, it } from "vitest";
import { signatureTexts } from "./signature-text.ts";

const statement = { signer: "0xabc", isPayee: true, text: "{}" };

it("states who signed the offer and the receipt, and what is not verified", () => {
  const receipt = { ...statement, isPayee: false };
  expect(signatureTexts({ signed: { offer: statement, receipt } })).toEqual([
    "Offer signed by 0xabc, the paid address",
    "Receipt signed by 0xabc, another address than the paid one",
  ]);
  const unverified = { ...statement, signer: null, isPayee: false };
  expect(signatureTexts({ signed: { offer: unverified, receipt: null } })).toEqual([
    "Offer with a signature that is not verified",
  ]);
  expect(signatureTexts({})).toEqual(["The payee signed nothing that fits the payment."]);
});
