import type { BoughtResource } from "@agent-treasury/sdk-client";

type Signed = NonNullable<BoughtResource["signed"]>;

/** What the payee signed about a purchase, one text for each statement. */
export function signatureTexts({
  signed,
}: Partial<Pick<BoughtResource, "signed">>): readonly string[] {
  const texts = [
    ...textOf("Offer", signed?.offer ?? null),
    ...textOf("Receipt", signed?.receipt ?? null),
  ];
  return texts.length === 0 ? ["The payee signed nothing that fits the payment."] : texts;
}

function textOf(what: string, statement: Signed["offer"]): readonly string[] {
  if (statement === null) return [];
  const { signer, isPayee } = statement;
  if (signer === null) return [`${what} with a signature that is not verified`];
  const whose = isPayee ? "the paid address" : "another address than the paid one";
  return [`${what} signed by ${signer}, ${whose}`];
}
