import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { answerAdministrator } from "./answer-administrator.ts";

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const called = () => ({ call: async () => "called" });

it.each([{}, { authorization: "" }, { authorization: "Bearer " }, { authorization: "Basic x" }])(
  "refuses a request without a token, also for the digest of an empty text: %o",
  async (headers) => {
    const request = new Request("http://localhost/~objects?object=index", {
      method: "POST",
      headers,
      body: "{}",
    });
    expect((await answerAdministrator(request, digestOf(""), called)).status).toBe(401);
  },
);

it("accepts the token of the digest", async () => {
  const headers = { authorization: "Bearer secret" };
  const request = new Request("http://localhost/~objects?object=index", {
    method: "POST",
    headers,
    body: "{}",
  });
  const answer = await answerAdministrator(request, digestOf("secret"), called);
  expect(await answer.text()).toBe("called");
});
