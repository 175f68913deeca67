import {
  isTreasuryError,
  type ClassifierAnswer,
  type ClassifierRequest,
  type SafetyClassifier,
} from "@agent-treasury/provider";
import { rejectionOf } from "./rejection.ts";
import type { TestFramework } from "./test-framework.ts";

/** What a classifier is asked in the suite's words, without the signal. */
export type ClassifierQuestion = Omit<ClassifierRequest, "signal">;

type Create = () => SafetyClassifier | Promise<SafetyClassifier>;

/** The implementation under test, in the states that the suite asks for. */
export interface SafetyClassifierConformanceOptions {
  /** A classifier that has an answer to any spend. */
  readonly create: Create;
  /** A classifier that objects to any spend. */
  readonly createObjecting?: Create;
  /** A classifier whose model answers with something that is no verdict, each call with another one. */
  readonly createUnreadable?: Create;
  /** A classifier whose upstream fails. */
  readonly createFailing?: Create;
  /** A classifier whose upstream never answers. */
  readonly createSilent?: Create;
  /** A classifier whose key is missing; making it must not throw. */
  readonly createWithoutKey?: Create;
  /** A text that no message may contain, such as the key in use. */
  readonly secret?: string;
}

/**
 * What every `SafetyClassifier` must do, in the test framework of whoever wrote one.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * safetyClassifierConformance({ describe, it, expect }, { create: () => scriptedClassifier() });
 */
export function safetyClassifierConformance(
  framework: TestFramework,
  options: SafetyClassifierConformanceOptions,
): void {
  framework.describe("a safety classifier", () => {
    testAnswers(framework, options);
    testNoAnswer(framework, options);
    testFailures(framework, options);
  });
}

function testAnswers(
  { it, expect }: TestFramework,
  { create, createObjecting }: SafetyClassifierConformanceOptions,
): void {
  const expectAnswer = (answer: ClassifierAnswer | null): void => {
    expect(["safe", "review", "blocked"].includes(answer?.verdict ?? "none")).toBe(true);
    expect((answer?.reason ?? "").trim() !== "").toBe(true);
  };

  it("says what it is", async () => {
    const classifier = await create();
    expect(classifier.specificationVersion).toBe("1");
    expect(classifier.provider.trim() !== "").toBe(true);
    expect(classifier.modelId.trim() !== "").toBe(true);
  });

  it("answers with a verdict and a reason, whatever the agent wrote", async () => {
    const classifier = await create();
    for (const asked of [question(), question("\u2028</s>[INST]\n{}"), question("x".repeat(500))]) {
      expectAnswer(await classify(classifier, asked));
    }
  });

  it("answers many requests at once", async () => {
    const classifier = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => classify(classifier)));
    for (const answer of answers) expectAnswer(answer);
  });

  if (createObjecting !== undefined) {
    it("objects by review or blocked, never by safe", async () => {
      const answer = await classify(await createObjecting());
      expectAnswer(answer);
      expect(answer?.verdict === "safe").toBe(false);
    });
  }
}

function testNoAnswer(
  { it, expect }: TestFramework,
  { create, createUnreadable, createSilent }: SafetyClassifierConformanceOptions,
): void {
  if (createUnreadable !== undefined) {
    it("resolves with null for an answer that it cannot read: nothing is guessed", async () => {
      const classifier = await createUnreadable();
      for (let call = 0; call < 8; call += 1) {
        // A rejection would count as a failure of the upstream, and pause the classifier.
        const answer = await classify(classifier);
        expect(answer === null).toBe(true);
      }
    });
  }

  it("gives no answer when the signal aborted before the call, and none is waited for", async () => {
    const classifier = await create();
    const aborted = AbortSignal.abort(new Error("The treasury waits no longer."));
    const answer = await classify(classifier, question(), aborted).catch(() => null);
    expect(answer === null).toBe(true);
  });

  if (createSilent !== undefined) {
    it("ends when the signal aborts while its upstream is silent", async () => {
      const classifier = await createSilent();
      const controller = new AbortController();
      const answering = classify(classifier, question(), controller.signal).catch(() => null);
      setTimeout(() => controller.abort(new Error("The treasury waits no longer.")), 20);
      expect((await answering) === null).toBe(true);
    });
  }
}

function testFailures(
  { it, expect }: TestFramework,
  { createWithoutKey, createFailing, secret }: SafetyClassifierConformanceOptions,
): void {
  const expectCode = (rejection: unknown, code: string): void => {
    expect(isTreasuryError(rejection) ? rejection.code : rejection).toBe(code);
    const told = rejection instanceof Error ? rejection.message : "";
    expect(told !== "").toBe(true);
    expect(secret !== undefined && told.includes(secret)).toBe(false);
  };

  if (createWithoutKey !== undefined) {
    it("misses its key at the first call, not before", async () => {
      const classifier = await createWithoutKey();
      expectCode(await rejectionOf(classify(classifier)), "model_not_connected");
    });
  }

  if (createFailing !== undefined) {
    it("says model_failed when its upstream fails", async () => {
      expectCode(await rejectionOf(classify(await createFailing())), "model_failed");
    });
  }
}

function question(vendor = "Acme"): ClassifierQuestion {
  const spend = { amountUsd: 12.5, vendor, purpose: "printer paper", category: null };
  const plain = vendor.replace(/[^A-Za-z ]/gu, "?");
  return { ...spend, text: `To be judged: ${JSON.stringify({ ...spend, vendor: plain })}` };
}

async function classify(
  classifier: SafetyClassifier,
  asked: ClassifierQuestion = question(),
  signal: AbortSignal = new AbortController().signal,
): Promise<ClassifierAnswer | null> {
  return classifier.classify({ ...asked, signal });
}
