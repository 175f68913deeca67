/** A webhook delivery: the bytes, and the header that signs them. */
export interface SignedDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a delivery in Stripe's format: HMAC-SHA256 of the time and the body. */
export async function signDelivery(
  body: string,
  secret: string,
  timestampSeconds: number,
): Promise<SignedDelivery> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signed = await crypto.subtle.sign(
    "HMAC",
    key,
    encoder.encode(`${timestampSeconds}.${body}`),
  );
  const digest = Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, "0"));
  return {
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": `t=${timestampSeconds},v1=${digest.join("")}`,
    },
  };
}
