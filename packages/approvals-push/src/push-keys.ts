import { createECDH } from "node:crypto";
import { TreasuryError } from "@agent-treasury/provider";

/** The key pair that identifies the sender to push services (RFC 8292), in base64url. */
export interface PushKeys {
  readonly privateKey: string;
  readonly publicKey: string;
  /** How a push service reaches the operator: `mailto:` or `https:`. */
  readonly contact: string;
}

/** @throws TreasuryError `invalid_request`, without the key. */
export function pushKeys({ key, contact }: { key: string; contact: string }): PushKeys {
  if (!/^mailto:[^\s@]+@[^\s@]+$|^https:\/\/\S+$/.test(contact)) {
    throw invalid("`contact` must begin with mailto: or https://.");
  }
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key)) throw invalid("`key` is not 32 bytes in base64.");
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(key, "base64");
  } catch {
    throw invalid("`key` is not a private key of the curve P-256. Create another one.");
  }
  return {
    privateKey: Buffer.from(key, "base64").toString("base64url"),
    publicKey: pair.getPublicKey().toString("base64url"),
    contact,
  };
}

function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
