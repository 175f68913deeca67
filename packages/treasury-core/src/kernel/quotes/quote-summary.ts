import { type JsonObject, Micros } from "@agent-treasury/provider";

/** What a decision needs of a quote. Its payee is the proposal's vendor. */
export interface QuoteSummary {
  /** `provider` of the executor that pays. */
  readonly rail: string;
  /** The payee's text. Null without one. */
  readonly description: string | null;
  readonly maximum: Micros;
  /** Whether exactly `maximum` is paid. */
  readonly isFixed: boolean;
  readonly expiresAt: number;
  /** Salted commitment to the whole quote. */
  readonly digest: string;
}

export function summaryToJson({
  maximum,
  isFixed,
  description,
  ...rest
}: QuoteSummary): JsonObject {
  return {
    ...rest,
    maximum: Micros.toText(maximum),
    ...(description !== null && { description }),
    ...(isFixed && { isFixed }),
  };
}

export function summaryFromJson(json: JsonObject): QuoteSummary {
  const { maximum, ...rest } = json as JsonObject & { readonly maximum: string };
  const stored = rest as Pick<QuoteSummary, "rail" | "expiresAt" | "digest">;
  return { description: null, isFixed: false, ...stored, maximum: Micros.of(maximum) };
}
