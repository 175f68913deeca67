import { setImmediate as afterwards } from "node:timers/promises";
import { expect, it } from "vitest";
import { spokenAnswer } from "./service-model.ts";

it("lets a test speak on to a turn that has left, which hears nothing of it", async () => {
  const answer = spokenAnswer();
  answer.say("The first, ");
  answer.say("the second.");
  for await (const part of answer.parts()) {
    expect(part).toEqual({ kind: "text", text: "The first, " });
    break;
  }
  answer.say("the third.");
  answer.end();
  // A rejection that nobody takes fails the whole run.
  await afterwards();
});
