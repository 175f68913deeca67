import * as z from "zod";
import { origins, separated, type Setting, text } from "./setting-schemas.ts";

/** Messages never contain the key. */
export const x402Key: Setting<`0x${string}`> = z
  .string()
  .refine((value) => /^0x(?!0{64})[0-9a-f]{64}$/i.test(value), {
    error:
      "is not a private key. Use the key of an account of its own for the treasury: 0x and 64 hexadecimal digits.",
  })
  .transform((value) => value as `0x${string}`);

export const x402Network: Setting<`eip155:${number}`> = text(
  (value) => /^eip155:[1-9]\d{0,15}$/.test(value),
  "Use the CAIP-2 name of a network, for example eip155:8453 for Base.",
).transform((value) => value as `eip155:${number}`);

/** Messages never contain the value, which often includes a key. */
export const rpcUrls: Setting<readonly string[]> = z
  .string()
  .transform(separated)
  .refine((urls) => urls.every((url) => /^https?:\/\//i.test(url) && URL.canParse(url)), {
    error:
      "is not a list of RPC endpoints. Use URLs that begin with https:// or http://, separated by commas.",
  });

export const sellerOrigins: Setting<readonly string[]> = origins(
  /^https:[^*]+$/,
  "Use https origins without a path, separated by commas, for example https://api.example.com.",
);
