export { isConsistent, isIncluded, leafHash } from "./merkle-proofs.ts";
export { passkeyFlaw, type PasskeyProof } from "./passkey.ts";
export { type Claims, readSdJwt, type SdJwt } from "./sd-jwt.ts";
export {
  type Checkpoint,
  cosignNote,
  type NoteKey,
  type NoteSignature,
  type PrivateKey,
  readCheckpoint,
  readNote,
  readNoteKey,
  signedAt,
  type SignedNote,
  witnessKeyText,
} from "./signed-note.ts";
export type {
  DisclosedTexts,
  KeySet,
  PublishedKey,
  ReceiptApproval,
  ReceiptEntry,
  ReceiptFacts,
  ReceiptPayment,
  ReceiptReport,
  ReceiptStatement,
  TrustedWitnesses,
} from "./receipt-report.ts";
export { type EvidenceFacts, type EvidenceReport, verifyEvidence } from "./verify-evidence.ts";
export { verifyReceipt } from "./verify-receipt.ts";
