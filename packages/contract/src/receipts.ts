import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import { filledText, mustBe, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { noInputSchema } from "./workspace.ts";

export const receiptRequestSchema = requestShape(
  "ReceiptRequest",
  "Input of `GET /treasury/proposals/{proposalId}/receipt`.",
  z.object({
    workspaceId,
    proposalId: filledText(requestLimits.sessionIdCharacters).describe("Proposal of the spend."),
  }),
);
export interface ReceiptRequest extends z.input<typeof receiptRequestSchema> {}

export const spendReceiptSchema = responseShape(
  "SpendReceipt",
  "Response of `GET /treasury/proposals/{proposalId}/receipt`.",
  z.object({
    receipt: z
      .string()
      .describe(
        "An SD-JWT (RFC 9901) with all disclosures. Remove a disclosure to withhold its text.",
      ),
  }),
);
export interface SpendReceipt extends z.infer<typeof spendReceiptSchema> {}

export const checkpointRequestSchema = requestShape(
  "CheckpointRequest",
  "Input of `GET /treasury/checkpoint`.",
  z.object({
    workspaceId,
    since: z.coerce
      .number<number>({ error: mustBe("a whole number of entries") })
      .int()
      .min(0)
      .optional()
      .describe(
        "Size of an earlier checkpoint. The response then proves that this one extends it.",
      ),
  }),
);
export interface CheckpointRequest extends z.input<typeof checkpointRequestSchema> {}

export const signedCheckpointSchema = responseShape(
  "SignedCheckpoint",
  "Response of `GET /treasury/checkpoint`.",
  z.object({
    checkpoint: z
      .string()
      .describe("A C2SP signed note with the number of ledger entries and their Merkle root."),
    size: z.number().int().describe("Number of ledger entries that it covers."),
    proof: z
      .array(z.string())
      .describe("Consistency proof of RFC 9162, in hexadecimal digits. Empty without `since`."),
  }),
);
export interface SignedCheckpoint extends z.infer<typeof signedCheckpointSchema> {}

const publishedKeySchema = responseShape(
  "PublishedKey",
  "A public key of the deployment, as a JSON Web Key.",
  z.object({
    kid: z.string().describe("Id of the key."),
    kty: z.string().describe("`EC` or `OKP`."),
    crv: z.string().describe("`P-256` or `Ed25519`."),
    x: z.string().describe("The public key, or its first coordinate, in base64url."),
    y: z.string().optional().describe("The second coordinate of `P-256`."),
    use: z.literal("sig").describe("Always `sig`."),
    alg: z.string().describe("`ES256` or `EdDSA`."),
    purpose: z.enum(["receipt", "checkpoint"]).describe("What it signs."),
    deployment: z.string().describe("The deployment that signs with it."),
    createdAt: z.string().describe("Since when. ISO 8601, UTC."),
    endedAt: z
      .string()
      .nullable()
      .describe("When it stopped signing; null while it signs. Later signatures are invalid."),
    revoked: z
      .boolean()
      .describe("If true, earlier signatures need a checkpoint that a witness cosigned."),
  }),
);
export interface PublishedKey extends z.infer<typeof publishedKeySchema> {}

export const publishedKeysSchema = responseShape(
  "PublishedKeys",
  "Response of `GET /keys.json`: the keys that verify receipts and checkpoints.",
  z.object({
    deployment: z
      .string()
      .nullable()
      .describe("Id of the deployment; null before its first signature."),
    keys: z.array(publishedKeySchema).describe("Present and earlier keys, the oldest first."),
  }),
);
export interface PublishedKeys extends z.infer<typeof publishedKeysSchema> {}

/** Proofs for third parties. */
export const receiptRoutes = {
  readReceipt: {
    call: "receipts.issue",
    method: "GET",
    path: "/treasury/proposals/{proposalId}/receipt",
    summary: "Read a receipt, which others can verify without the service",
    description:
      "Returns a signed receipt of a spend with its ledger entries, approvals and rules, and their place in the newest checkpoint.",
    tag: "treasury",
    access: "authorize",
    input: receiptRequestSchema,
    output: spendReceiptSchema,
    statuses: { proposal_not_found: 404 },
    errors: ["proposal_not_found", "receipt_unavailable", "receipts_not_connected"],
  },
  readCheckpoint: {
    call: "receipts.checkpoint",
    method: "GET",
    path: "/treasury/checkpoint",
    summary: "Read a signed checkpoint of the ledger",
    description:
      "Signs the number of ledger entries and their Merkle root. Its holder can detect every later change of these entries.",
    tag: "treasury",
    access: "authorize",
    input: checkpointRequestSchema,
    output: signedCheckpointSchema,
    errors: ["receipt_unavailable", "receipts_not_connected"],
  },
  readKeys: {
    method: "GET",
    path: "/keys.json",
    summary: "Read the keys that verify receipts and checkpoints",
    description: "Returns the public keys of the deployment. Needs no credential.",
    tag: "service",
    access: "public",
    input: noInputSchema,
    output: publishedKeysSchema,
    errors: ["origin_not_allowed", "rate_limited"],
  },
} as const satisfies RouteDeclarations;
