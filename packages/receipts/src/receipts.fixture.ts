import { generateKeyPairSync, sign } from "node:crypto";
import { createTreasury, type Treasury, type TreasuryOptions } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { KeySet } from "./receipt-report.ts";

export const secret: string = "0123456789abcdef".repeat(4);

/** A treasury that issues receipts. Policy approves spends below 10 USD. */
export function receiptTreasury(options: Partial<TreasuryOptions> = {}): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    receipts: { key: secret },
    autoApprovePayees: "any",
    budget: { startingCapitalUsd: 1_000, maxSpendPerActionUsd: 100, dailySpendCapUsd: 1_000 },
    recoverySeconds: false,
    ...options,
  });
}

/** Proposes a spend, and approves it if a person has to decide. Returns its id. */
export async function pay(
  treasury: Treasury,
  amountUsd: number,
  spend: { readonly vendor?: string; readonly purpose?: string; readonly category?: string } = {},
): Promise<string> {
  const vendor = spend.vendor ?? "Namecheap";
  const purpose = spend.purpose ?? `a domain for ${amountUsd}`;
  const request = { agentId: "buyer", amountUsd, ...spend, vendor, purpose };
  const { proposal } = await treasury.propose(request);
  if (proposal.status === "pending") {
    await treasury.decide({ proposalId: proposal.id, decision: "approve", operator: "Ada" });
  }
  return proposal.id;
}

/**
 * Changes the claims of an SD-JWT and signs it with a new key, as a deployment could.
 *
 * @returns the text, and the keys with the new one.
 */
export async function resigned(
  text: string,
  { keys }: KeySet,
  change: (claims: Record<string, unknown>) => Record<string, unknown>,
): Promise<{ readonly text: string; readonly keys: KeySet }> {
  const [jwt = "", ...disclosures] = text.split("~");
  const [head, body] = jwt.split(".", 2).map((part) => JSON.parse(decoded(part)));
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
  const parts = [{ ...head, kid: "new" }, change(body)].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const signed = parts.join(".");
  const key = { key: pair.privateKey, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign("sha256", Buffer.from(signed), key).toString("base64url");
  const own = keys.find(
    ({ purpose, deployment }) => purpose === "receipt" && deployment === body.iss,
  );
  if (own === undefined) throw new Error("No key of the deployment.");
  return {
    text: [`${signed}.${signature}`, ...disclosures].join("~"),
    keys: { keys: [...keys, { ...own, kid: "new", x, y }] },
  };
}

function decoded(part: string): string {
  return Buffer.from(part, "base64url").toString();
}
