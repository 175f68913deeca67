import { HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import type OpenAI from "openai";

export const baseUrl = "https://safety.test/v1";

export type SafetyAnswer =
  | { readonly content: string | readonly JsonBodyType[] | null; readonly finish?: string }
  | { readonly body: JsonBodyType }
  | { readonly raw: string; readonly type?: string }
  | { readonly fail: number }
  | { readonly silent: true };

export interface SafetyEndpoint {
  readonly server: ReturnType<typeof setupServer>;
  readonly asked: Record<string, unknown>[];
  answer(next: SafetyAnswer | ((call: number) => SafetyAnswer)): void;
}

/**
 * Serves chat completions and moderations. Call `server.listen()` before, `server.close()` after.
 */
export function safetyEndpoint(): SafetyEndpoint {
  const asked: Record<string, unknown>[] = [];
  let answer: ((call: number) => SafetyAnswer) | null = null;
  const respond = async ({ request }: { request: Request }) => {
    asked.push((await request.json()) as Record<string, unknown>);
    const next = answer === null ? { fail: 500 } : answer(asked.length - 1);
    if ("silent" in next) return new Promise<Response>(() => undefined);
    if ("fail" in next) {
      const authorization = request.headers.get("authorization");
      const error = { message: `It failed for ${authorization}.`, type: "error" };
      return HttpResponse.json({ error }, { status: next.fail });
    }
    if ("raw" in next) {
      const headers = next.type === undefined ? {} : { "content-type": next.type };
      return new HttpResponse(next.raw, { headers });
    }
    return HttpResponse.json("body" in next ? next.body : completion(next));
  };
  return {
    server: setupServer(
      http.post(`${baseUrl}/chat/completions`, respond),
      http.post(`${baseUrl}/moderations`, respond),
    ),
    asked,
    answer: (next) => {
      asked.length = 0;
      answer = typeof next === "function" ? next : () => next;
    },
  };
}

function completion({
  content,
  finish = "stop",
}: Extract<SafetyAnswer, { readonly content: unknown }>) {
  const answered = {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "test",
    choices: [
      {
        index: 0,
        // Parts are not in the API's types.
        message: { role: "assistant", content: content as string | null, refusal: null },
        finish_reason: finish as "stop",
        logprobs: null,
      },
    ],
  } satisfies OpenAI.ChatCompletion;
  return answered as unknown as JsonBodyType;
}

export function moderated(...flagged: string[]): SafetyAnswer {
  const names = ["harassment", "hate", "illicit", "illicit/violent", "sexual", "violence"];
  const categories = Object.fromEntries(names.map((name) => [name, flagged.includes(name)]));
  const category_scores = Object.fromEntries(names.map((name) => [name, 0.01]));
  const results = [{ flagged: flagged.length > 0, categories, category_scores }];
  return { body: { id: "modr-1", model: "omni-moderation-latest", results } };
}
