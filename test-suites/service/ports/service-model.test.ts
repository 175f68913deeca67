import { setImmediate as afterwards } from "node:timers/promises";
import { expect, it } from "vitest";
import { spokenAnswer } from "./service-model.ts";

it("accepts text after its turn ended, and ignores it", async () => {
  const answer = spokenAnswer();
  answer.say("The first, ");
  answer.say("the second.");
  for await (const part of answer.parts()) {
    expect(part).toEqual({ kind: "text", text: "The first, " });
    break;
  }
  answer.say("the third.");
  answer.end();
  // An unhandled rejection fails the whole run.
  await afterwards();
});
