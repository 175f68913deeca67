"use client";

import type { PageSession } from "@agent-treasury/server";
import useSWR, { type SWRResponse } from "swr";
import { basePath } from "./base-path.ts";

/** A request about the session, refused in text. */
export class SessionError extends Error {}

/** Who looks at the page, and whether people sign in here. */
export function useSession(): SWRResponse<PageSession, Error> {
  return useSWR<PageSession, Error>("session", () => ask("session"), {
    revalidateOnFocus: true,
    onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) => {
      setTimeout(() => void revalidate({ retryCount }), 3000);
    },
  });
}

/** Takes an operator's token once; the service keeps it in a cookie. */
export function signIn(token: string): Promise<PageSession> {
  return ask("sign-in", { token });
}

/** Signs in a person of the demo. */
export function signInAs(name: string): Promise<PageSession> {
  return ask("sign-in-as", { name });
}

/** Takes the cookie away. */
export function signOut(): Promise<PageSession> {
  return ask("sign-out", {});
}

async function ask(action: string, body?: object): Promise<PageSession> {
  const sent: RequestInit = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const address = `${basePath}/command/${action}`;
  const response = await fetch(address, body === undefined ? {} : sent).catch(() => {
    throw new SessionError("The service cannot be reached.");
  });
  const answer = (await response.json().catch(() => null)) as
    | (PageSession & { readonly error?: string })
    | null;
  if (!response.ok || answer === null) {
    throw new SessionError(answer?.error ?? `The service returned status ${response.status}.`);
  }
  return answer;
}
