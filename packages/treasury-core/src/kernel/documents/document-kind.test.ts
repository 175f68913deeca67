import type { Doc, JsonObject } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { featuresOf, type TreasuryTerms } from "../../create/features.ts";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import { keptDoc } from "../ledger/kept-doc.ts";

const { documents } = testTreasury().engine;
const erasing = { before: 2_000, key: "", now: 3_000, epoch: 1 };
const docOf = (kind: string, body: JsonObject): Doc => keptDoc({ kind, id: "1" }, 1, body);

it("lists the kinds whose text an erasure removes", () => {
  const features = featuresOf({} as TreasuryTerms);
  const kinds = features.flatMap((feature) => feature.documents ?? []);
  const erased = kinds.flatMap(({ kind, erasure }) => (erasure === "none" ? [] : [kind]));
  expect(erased).toEqual([
    "administrative_action",
    "administrative_payload",
    "proposal",
    "spend_part",
    "approvals",
    "judgement",
    "rule_set",
    "known_payee",
    "freeze",
    "quote",
    "paid_resource",
    "paid_resource_part",
    "refund_case",
    "standing_approvals",
    "late_reversal",
    "incoming_payment",
    "tab",
    "turn",
    "passkey",
    "passkey_signature",
    "passkeys",
  ]);
});

it("erases the texts of late reversals and of actions' payloads", () => {
  const at = new Date(1_000).toISOString();
  const reversal = docOf("late_reversal", { description: "From Mallory", salt: "5a", at });
  expect(documents.erased(reversal, erasing)).toMatchObject({
    body: { description: "[erased]", salt: "" },
  });
  const action = docOf("administrative_action", { type: "create_standing_approval" });
  expect(documents.erasedWith(action)).toEqual([{ kind: "administrative_payload", id: "1" }]);
  const payload = docOf("administrative_payload", { vendor: "Mallory", salt: "5a" });
  const { body } = documents.erasedBeside(payload, action);
  expect(body).toMatchObject({ vendor: "[erased]" });
  expect(body).not.toHaveProperty("salt");
});
