import { isTreasuryError, type Storage } from "@agent-treasury/provider";
import { verifyChain } from "../../../features/verification/chain-walk.ts";

/** Returns the answer, or the code of the refusal. */
export async function codeOf(answer: Promise<unknown>): Promise<string> {
  try {
    return `answered ${String(await answer)}`;
  } catch (error) {
    return isTreasuryError(error) ? error.code : String(error);
  }
}

/** 1, 2, 3 and so on. */
export function sequences(count: number): bigint[] {
  return Array.from({ length: count }, (_, index) => BigInt(index + 1));
}

/** Returns the number of entries of `acme` after verifying its chain. */
export async function entriesOf(storage: Storage): Promise<number> {
  const { headSequence, problem } = await verifyChain(storage, "acme");
  if (problem !== null) throw new Error(problem);
  return Number(headSequence);
}
