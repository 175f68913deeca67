import type { PaidResource, PayeeSignatures, SignedStatement } from "@agent-treasury/provider";

const maximumBytes = 262_144;

/** Undefined if it cannot be stored. The payment is recorded without it. */
export function readPaidResource(resource: unknown): PaidResource | undefined {
  const {
    status,
    contentType,
    body,
    rest,
    signed: given,
  } = (resource ?? {}) as Partial<PaidResource>;
  if (!Number.isInteger(status) || !(body instanceof Uint8Array)) return undefined;
  if (body.length > maximumBytes) return undefined;
  const signed = signaturesIn(given);
  const read = {
    status: Number(status),
    contentType: typeIn(contentType),
    body,
    ...(signed !== undefined && { signed }),
  };
  return rest === undefined ? read : { ...read, rest };
}

/** It is sent in a header. */
function typeIn(contentType: unknown): string | null {
  return typeof contentType === "string" && /^[\x20-\x7e]{1,255}$/.test(contentType)
    ? contentType
    : null;
}

const maximumStatementLength = 4_096;

/** Undefined without one that can be stored. */
function signaturesIn(given: PaidResource["signed"]): PayeeSignatures | undefined {
  const [offer, receipt] = [statementIn(given?.offer), statementIn(given?.receipt)];
  return offer === null && receipt === null ? undefined : { offer, receipt };
}

function statementIn(given: SignedStatement | null | undefined): SignedStatement | null {
  const { signer = null, isPayee, text }: Partial<SignedStatement> = given ?? {};
  const isSigner = signer === null || /^0x[\da-f]{40}$/i.test(signer);
  if (!isSigner || typeof text !== "string" || text.length > maximumStatementLength) return null;
  return { signer, isPayee: signer !== null && isPayee === true, text: text.toWellFormed() };
}
