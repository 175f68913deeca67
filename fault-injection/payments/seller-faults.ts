import type { TestChain, SellerResponse } from "evm-for-tests";

/** What a seller does with the first payment of a purchase. Later ones are sold honestly. */
export type SellerFault =
  | "none"
  | "request lost"
  | "answer lost"
  | "fails after it collected"
  | "refuses once"
  | "redirects once"
  /** Collects, and the block of the payment is replaced before the payment counts. */
  | "reorganized"
  /** The buyer cancels the authorization. */
  | "canceled"
  /** Refuses every payment. */
  | "never collects"
  /** As before, and collects shortly before the authorization expires. */
  | "collects late";

/** After these, a purchase is paid if it is recovered in time. */
export const paidInTime: readonly SellerFault[] = [
  "none",
  "request lost",
  "answer lost",
  "fails after it collected",
  "refuses once",
  "redirects once",
];

export const sellerFaults: readonly SellerFault[] = [
  ...paidInTime.slice(1),
  "reorganized",
  "canceled",
  "never collects",
  "collects late",
];

export interface FaultySale {
  readonly chain: TestChain;
  readonly isFirst: boolean;
  readonly honest: () => Promise<SellerResponse>;
  readonly cancel: () => Promise<unknown>;
}

/** Returns null to cut the connection. */
export async function sellWith(
  fault: SellerFault,
  { chain, isFirst, honest, cancel }: FaultySale,
): Promise<SellerResponse | null> {
  if (fault === "never collects" || fault === "collects late") return { status: 402 };
  if (!isFirst) return honest();
  switch (fault) {
    case "none":
      return honest();
    case "request lost":
      return null;
    case "answer lost":
      await honest();
      return null;
    case "fails after it collected":
      await honest();
      return { status: 500 };
    case "refuses once":
      return { status: 402 };
    case "redirects once":
      return { status: 307, headers: { location: "/elsewhere" } };
    case "reorganized": {
      const answer = await honest();
      await chain.reorganize(1);
      return answer;
    }
    case "canceled":
      await cancel();
      return honest();
  }
}
