import type { Verification } from "@agent-treasury/contract";
import type { Engine } from "../../kernel/engine.ts";
import { retryLater } from "../../kernel/errors.ts";
import { verifyTreasury } from "./verify-treasury.ts";

/** Leaves storage connections for spends. */
const mostUnderWay = 2;
const mostWaiting = 100;

interface Waiting {
  readonly workspaceId: string;
  readonly answer: PromiseWithResolvers<Verification>;
}

/** Requests for a queued workspace share one result, because its read has not started. */
export class Verifications {
  readonly #engine: Engine;
  readonly #waiting: Map<string, Waiting> = new Map();
  #underWay = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws TreasuryError `service_busy`, or an error of the read. */
  verify(workspaceId: string): Promise<Verification> {
    const same = this.#waiting.get(workspaceId);
    if (same !== undefined) return same.answer.promise;
    if (this.#waiting.size >= mostWaiting) {
      const message = `${mostWaiting} verifications are already queued.`;
      return Promise.reject(retryLater("service_busy", message, 5));
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
