import {
  amount,
  anything,
  count,
  flag,
  type Form,
  fourHashes,
  hash,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  place,
  signedAmount,
  text,
  tuple,
} from "./forms.ts";

/** The forms of docs/receipt-format.md, so that no conversion reads a value differently from others. */

export const disclosedText: Form = tuple(text, nullable(text));

/** Its fields depend on the record. */
const texts = object({ erased: optional(flag), all: optional(listOf(nullable(text))) });

const passkey = object({
  signed: text,
  publicKey: text,
  id: text,
  clientDataJSON: text,
  authenticatorData: text,
  signature: text,
});

const person = object({
  approver: text,
  id: nullable(text),
  name: nullable(text),
  opening: optional(tuple(text, text)),
});

const approval = object({
  at: text,
  verified: flag,
  approvedAmount: optional(amount),
  passkey: optional(passkey),
  person: object({ person: optional(person), erased: optional(flag) }),
});

const authorization = object({
  from: nullable(text),
  to: nullable(text),
  value: nullable(text),
  validAfter: nullable(text),
  validBefore: nullable(text),
  nonce: nullable(text),
  signature: nullable(text),
});

const payment = object({
  fields: listOf(text),
  authorization: optional(authorization),
  offer: optional(text),
  receipt: optional(text),
});

export const receiptForm: Form = object({
  iat: count,
  spend: object({
    status: text,
    agentId: text,
    amount,
    captured: amount,
    refunded: amount,
    autoApproved: flag,
  }),
  proposal: nullable(object({ digest: hash, canonical: text, texts })),
  entries: listOf(object({ canonical: text, previousHash: hash, path: listOf(hash), texts })),
  approvals: listOf(approval),
  rules: nullable(object({ digest: hash, publication: optional(text) })),
  quote: nullable(object({ digest: hash, quote: optional(tuple(text, text)) })),
  payment: optional(nullable(payment)),
  checkpoint: text,
});

const decided: readonly Form[] = [nullable(hash), flag, flag, text, hash, amount, anything];
const ruled = [...decided, nullable(hash), text, nullable(text), listOf(hash)];
const decision = oneOf(tuple(...decided), tuple(...ruled), tuple(...ruled, amount));

const ofSpend = [text, nullable(text), nullable(text), hash, nullable(decision)];
const posted = [text, text, count, place, text, text, signedAmount, signedAmount, text, text];

export const entryForm: Form = oneOf(
  tuple(...posted, ...ofSpend),
  tuple(...posted, ...ofSpend, text, nullable(hash)),
);

const proposed = [text, count, text, text, amount, nullable(text), nullable(hash), anything];

export const proposalForm: Form = oneOf(
  tuple(text, ...proposed, hash),
  tuple(text, ...proposed, hash, hash),
  tuple(text, text, ...proposed, fourHashes, nullable(hash), anything),
);

export const signedForm: Form = tuple(
  text,
  text,
  text,
  text,
  text,
  hash,
  nullable(amount),
  hash,
  text,
);

export const approverForm: Form = oneOf(
  tuple(nullable(text), nullable(text)),
  tuple(nullable(text), nullable(text), object({ passkey: optional(hash) })),
);

export const publicationForm: Form = tuple(text, text, nullable(hash), count, hash, text);
