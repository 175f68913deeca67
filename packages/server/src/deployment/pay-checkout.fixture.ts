import type { Deployment } from "./open-deployment.ts";

/** Submits the sandbox's checkout page. */
export async function payCheckout({ treasury }: Deployment, url: string): Promise<void> {
  const answer = await treasury.handler(new Request(`${url}/pay`, { method: "POST" }));
  if (answer.status !== 303) throw new Error(`The checkout was not paid: ${answer.status}`);
}
