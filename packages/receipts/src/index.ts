export { isConsistent, isIncluded, leafHash } from "./merkle-proofs.ts";
export { passkeyFlaw, type PasskeyProof } from "./passkey.ts";
export { type Claims, readSdJwt, type SdJwt } from "./sd-jwt.ts";
export {
  type Checkpoint,
  cosignNote,
  type NoteKey,
  type NoteSignature,
  readCheckpoint,
  readNote,
  readNoteKey,
  signedAt,
  type SignedNote,
  witnessKeyText,
} from "./signed-note.ts";
export {
  type DisclosedTexts,
  type KeySet,
  type PublishedKey,
  type ReceiptApproval,
  type ReceiptEntry,
  type ReceiptFacts,
  type ReceiptReport,
  verifyReceipt,
  type TrustedWitnesses,
} from "./verify-receipt.ts";
