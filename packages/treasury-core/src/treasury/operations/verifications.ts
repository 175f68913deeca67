import type { Verification } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import type { Engine } from "../engine.ts";
import { verifyTreasury } from "./verify-treasury.ts";

/** Each holds a connection of the storage's for as long as it reads: whoever spends has to get one too. */
const mostUnderWay = 2;
const mostWaiting = 100;

interface Waiting {
  readonly workspaceId: string;
  readonly answer: PromiseWithResolvers<Verification>;
}

/**
 * Verifications that anybody may ask for, a few at a time. Who asks for a workspace that waits already
 * gets that answer: it is of a moment after the question, as one's own would be.
 */
export class Verifications {
  readonly #engine: Engine;
  readonly #waiting: Map<string, Waiting> = new Map();
  #underWay = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws TreasuryError `service_busy` before anything is read, and what reading throws. */
  verify(workspaceId: string): Promise<Verification> {
    const same = this.#waiting.get(workspaceId);
    if (same !== undefined) return same.answer.promise;
    if (this.#waiting.size >= mostWaiting) {
      const message = `${mostWaiting} ledgers wait to be verified already.`;
      return Promise.reject(
        new TreasuryError("service_busy", message, { headers: { "retry-after": "5" } }),
      );
    }
    const waiting: Waiting = { workspaceId, answer: Promise.withResolvers() };
    this.#waiting.set(workspaceId, waiting);
    this.#begin();
    return waiting.answer.promise;
  }

  #begin(): void {
    const [first] = this.#waiting.values();
    if (first === undefined || this.#underWay >= mostUnderWay) return;
    const { workspaceId, answer } = first;
    this.#waiting.delete(workspaceId);
    this.#underWay += 1;
    void verifyTreasury(this.#engine, workspaceId)
      .then(answer.resolve, answer.reject)
      .finally(() => {
        this.#underWay -= 1;
        this.#begin();
      });
  }
}
