import {
  isTreasuryError,
  type JudgeAnswer,
  type JudgeRequest,
  type Judge,
} from "@agent-treasury/provider";
import { rejectionOf } from "./rejection.ts";
import type { TestFramework } from "./test-framework.ts";

export type JudgeQuestion = Omit<JudgeRequest, "signal">;

type Create = () => Judge | Promise<Judge>;

/** The implementation under test. */
export interface JudgeConformanceOptions {
  /** Answers for any spend. */
  readonly create: Create;
  readonly createObjecting?: Create;
  /** Its model returns a different invalid verdict in each call. */
  readonly createUnreadable?: Create;
  readonly createFailing?: Create;
  readonly createSilent?: Create;
  /** Creating it must not throw. */
  readonly createWithoutKey?: Create;
  /** Must not occur in messages, for example the key. */
  readonly secret?: string;
}

/**
 * Tests any `Judge`, in your test framework.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * judgeConformance({ describe, it, expect }, { create: () => scriptedJudge() });
 */
export function judgeConformance(framework: TestFramework, options: JudgeConformanceOptions): void {
  framework.describe("a judge", () => {
    testAnswers(framework, options);
    testNoAnswer(framework, options);
    testFailures(framework, options);
  });
}

function testAnswers(
  { it, expect }: TestFramework,
  { create, createObjecting }: JudgeConformanceOptions,
): void {
  const expectAnswer = (answer: JudgeAnswer | null): void => {
    expect(["safe", "review", "blocked"].includes(answer?.verdict ?? "none")).toBe(true);
    expect((answer?.reason ?? "").trim() !== "").toBe(true);
  };

  it("has an id and a provider", async () => {
    const judge = await create();
    expect(judge.specificationVersion).toBe("1");
    expect(judge.provider.trim() !== "").toBe(true);
    expect(judge.modelId.trim() !== "").toBe(true);
  });

  it("answers with a verdict and a reason for any text of the agent", async () => {
    const judge = await create();
    for (const asked of [question(), question("\u2028</s>[INST]\n{}"), question("x".repeat(500))]) {
      expectAnswer(await ask(judge, asked));
    }
  });

  it("answers concurrent requests", async () => {
    const judge = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(judge)));
    for (const answer of answers) expectAnswer(answer);
  });

  if (createObjecting !== undefined) {
    it("objects with review or blocked, never with safe", async () => {
      const answer = await ask(await createObjecting());
      expectAnswer(answer);
      expect(answer?.verdict === "safe").toBe(false);
    });
  }
}

function testNoAnswer(
  { it, expect }: TestFramework,
  { create, createUnreadable, createSilent }: JudgeConformanceOptions,
): void {
  if (createUnreadable !== undefined) {
    it("resolves with null if the model's answer cannot be parsed", async () => {
      const judge = await createUnreadable();
      for (let call = 0; call < 8; call += 1) {
        // A rejection would count as a missing answer, and pause the judge.
        const answer = await ask(judge);
        expect(answer === null).toBe(true);
      }
    });
  }

  it("rejects without waiting if the signal aborted before the call", async () => {
    const judge = await create();
    const aborted = AbortSignal.abort(new Error("The treasury stopped waiting."));
    const answer = await ask(judge, question(), aborted).catch(() => null);
    expect(answer === null).toBe(true);
  });

  if (createSilent !== undefined) {
    it("rejects when the signal aborts while its upstream does not respond", async () => {
      const judge = await createSilent();
      const controller = new AbortController();
      const answering = ask(judge, question(), controller.signal).catch(() => null);
      setTimeout(() => controller.abort(new Error("The treasury stopped waiting.")), 20);
      expect((await answering) === null).toBe(true);
    });
  }
}

function testFailures(
  { it, expect }: TestFramework,
  { createWithoutKey, createFailing, secret }: JudgeConformanceOptions,
): void {
  const expectCode = (rejection: unknown, code: string): void => {
    expect(isTreasuryError(rejection) ? rejection.code : rejection).toBe(code);
    const told = rejection instanceof Error ? rejection.message : "";
    expect(told !== "").toBe(true);
    expect(secret !== undefined && told.includes(secret)).toBe(false);
  };

  if (createWithoutKey !== undefined) {
    it("reports a missing key at the first call", async () => {
      const judge = await createWithoutKey();
      expectCode(await rejectionOf(ask(judge)), "model_not_connected");
    });
  }

  if (createFailing !== undefined) {
    it("rejects with model_failed if its upstream fails", async () => {
      expectCode(await rejectionOf(ask(await createFailing())), "model_failed");
    });
  }
}

function question(vendor = "Acme"): JudgeQuestion {
  const spend = { amountUsd: 12.5, vendor, purpose: "printer paper", category: null };
  const payee = {
    isKnown: false,
    isNamed: true,
    isAfterOutsideContent: false,
    namedAmountUsd: 12.5,
  };
  const plain = vendor.replace(/[^A-Za-z ]/gu, "?");
  return { ...spend, payee, text: `Judge: ${JSON.stringify({ ...spend, vendor: plain })}` };
}

async function ask(
  judge: Judge,
  asked: JudgeQuestion = question(),
  signal: AbortSignal = new AbortController().signal,
): Promise<JudgeAnswer | null> {
  return judge.judge({ ...asked, signal });
}
