import type { SettleResponse } from "@x402/core/types";
import type { SellerResponse } from "evm-for-tests";

/** What happens to the first presentation of a payment. */
export type AnswerFault =
  | "none"
  | "facilitator settles and answers 500"
  | "facilitator settles and cuts"
  | "facilitator refuses once"
  | "facilitator settles and reports a failure"
  | "proxy drops the answer"
  | "proxy sends the request twice"
  | "proxy cuts the body"
  | "429 before the sale"
  | "429 after the sale"
  | "503 before the sale"
  | "500 after the sale"
  /** Until the buyer's first recovery. */
  | "seller down after the sale"
  | "buyer's clock ahead"
  | "buyer's clock behind"
  | "buyer's RPC down"
  | "seller's RPC down";

export const answerFaults: readonly AnswerFault[] = [
  "none",
  "facilitator settles and answers 500",
  "facilitator settles and cuts",
  "facilitator refuses once",
  "facilitator settles and reports a failure",
  "proxy drops the answer",
  "proxy sends the request twice",
  "proxy cuts the body",
  "429 before the sale",
  "429 after the sale",
  "503 before the sale",
  "500 after the sale",
  "seller down after the sale",
  "buyer's clock ahead",
  "buyer's clock behind",
  "buyer's RPC down",
  "seller's RPC down",
];

/** After these, a seller that relies on its facilitator does not know that it was paid. */
export const hiddenSettlements: ReadonlySet<AnswerFault> = new Set([
  "facilitator settles and answers 500",
  "facilitator settles and cuts",
  "facilitator settles and reports a failure",
]);

export async function settleWith(
  fault: AnswerFault,
  honest: () => Promise<SettleResponse>,
): Promise<SettleResponse | "fails" | null> {
  switch (fault) {
    case "facilitator settles and answers 500":
      await honest();
      return "fails";
    case "facilitator settles and cuts":
      await honest();
      return null;
    case "facilitator refuses once":
      return failure;
    case "facilitator settles and reports a failure":
      await honest();
      return failure;
    default:
      return honest();
  }
}

const failure: SettleResponse = {
  success: false,
  errorReason: "unexpected_settle_error",
  transaction: "",
  network: "eip155:31337",
};

export async function passWith(
  fault: AnswerFault,
  forward: () => Promise<SellerResponse>,
): Promise<SellerResponse | null> {
  switch (fault) {
    case "proxy drops the answer":
      await forward();
      return null;
    case "proxy sends the request twice": {
      const [, second] = await Promise.all([forward(), forward()]);
      return second;
    }
    case "proxy cuts the body": {
      const { status, body = "", headers } = await forward();
      const length = { "content-length": String(body.length) };
      return { status, headers: { ...headers, ...length }, body: body.slice(0, 2), isCut: true };
    }
    case "429 before the sale":
      return { status: 429, headers: { "retry-after": "1" } };
    case "429 after the sale":
      await forward();
      return { status: 429, headers: { "retry-after": "1" } };
    case "503 before the sale":
      return { status: 503 };
    case "500 after the sale":
    case "seller down after the sale":
      await forward();
      return { status: 500 };
    default:
      return forward();
  }
}
