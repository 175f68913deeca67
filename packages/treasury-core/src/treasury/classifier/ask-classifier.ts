import { TreasuryError } from "../../errors.ts";
import { usdFromMicros } from "../../money/usd.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SafetyClassifier } from "../../ports/safety-classifier.ts";
import { redact } from "../../redact.ts";
import { askWithin } from "../ask-within.ts";
import type { ScreenedSpend } from "../policy/screen-spend.ts";
import { spendText } from "./spend-text.ts";
import type { Opinion } from "./tighten-screening.ts";

const longestReason = 300;
const unanswered: Opinion = { kind: "unanswered" };

/** A classifier, and how it is asked. */
export interface ClassifierParts {
  readonly classifier: SafetyClassifier;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Told why there was no answer, since nobody who asks can be. */
  readonly report: (error: unknown) => void;
}

/** Asks a classifier about a spend. Whatever goes wrong there is no answer, and never an error here. */
export async function askClassifier(
  { classifier, timeoutMs, clock, report }: ClassifierParts,
  spend: ScreenedSpend,
): Promise<Opinion> {
  const { amount, vendor, purpose, category } = spend;
  const asked = await askWithin(clock, timeoutMs, (signal) =>
    classifier.classify({
      text: spendText(spend),
      amountUsd: usdFromMicros(amount),
      vendor,
      purpose,
      category,
      signal,
    }),
  );
  switch (asked.kind) {
    case "threw":
      report(asked.error);
      return unanswered;
    case "timed_out":
      report(noAnswer(`The safety classifier gave no answer within ${timeoutMs} ms.`));
      return unanswered;
    case "answered": {
      const opinion = readAnswer(asked.answer);
      if (opinion.kind === "unanswered") {
        report(noAnswer("The safety classifier gave nothing that is a verdict and a reason."));
      }
      return opinion;
    }
  }
}

/** Other people's code answered: its type is a promise, no more. */
function readAnswer(answer: unknown): Opinion {
  if (typeof answer !== "object" || answer === null) return unanswered;
  const { verdict, reason } = answer as { verdict?: unknown; reason?: unknown };
  if (verdict !== "safe" && verdict !== "review" && verdict !== "blocked") return unanswered;
  const told = typeof reason === "string" ? cleanReason(reason) : "";
  if (told === "") return unanswered;
  return { kind: "answered", verdict, reason: told };
}

/** One line, short, without what looks like a key or a card's number. */
function cleanReason(reason: string): string {
  const line = redact(reason.replaceAll("\u0000", " "))
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  if (line.length <= longestReason) return line;
  return `${line.slice(0, longestReason - 1).toWellFormed()}…`;
}

function noAnswer(message: string): TreasuryError {
  return new TreasuryError("model_failed", message);
}
