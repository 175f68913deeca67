/**
 * Completes a sandbox checkout by the request that its page's button sends.
 *
 * @returns the id of the session, as the address that a browser would return to has it.
 */
export async function payCheckout(checkoutUrl: string): Promise<string> {
  const answer = await fetch(`${checkoutUrl}/pay`, { method: "POST", redirect: "manual" });
  const returnAddress = answer.headers.get("location");
  const sessionId =
    returnAddress === null ? null : new URL(returnAddress).searchParams.get("deposit_session");
  if (answer.status !== 303 || sessionId === null) {
    throw new Error(`The checkout was not paid: its page answered ${answer.status}.`);
  }
  return sessionId;
}
