import type { MountableTreasury } from "./mountable-treasury.ts";
import { echo } from "./scripted-echo.ts";
import { endless, eventStreamHeaders, gated, hanging, severed, sip } from "./scripted-streams.ts";
import { type Watched, newWatched, observationOf } from "./watched.ts";

/** Must not reach a caller. */
export const thrownSecret = "sk_live_thrown_by_the_handler";

type Scripts = Readonly<
  Record<string, (request: Request, watched: Watched) => Response | Promise<Response>>
>;

const scripts: Scripts = {
  echo,
  answer: (request) => answer(new URL(request.url)),
  throw: () => Promise.reject(new Error(thrownSecret)),
  refuse: () => Response.json({ error: "Too large." }, { status: 413 }),
  glance: async (request) => {
    const reader = request.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return Response.json({ error: "Too large." }, { status: 413 });
  },
  sip,
  gated: (_, watched) => gated(watched),
  events: (_, watched) => gated(watched, eventStreamHeaders),
  endless: (_, watched) => endless(watched),
  severed: () => severed(),
  hang: (request, watched) => hanging(request, watched),
};

/**
 * A treasury with scripted responses, mounted by `adapterConformance`. The first path segment
 * selects the script, and `id` in the query identifies the request for `observe` and `release`. It
 * does not require Node.
 */
export function scriptedTreasury(basePath = "/api/service"): MountableTreasury {
  const watchedById = new Map<string, Watched>();
  const watch = (id: string): Watched => {
    const watched = watchedById.get(id) ?? newWatched();
    watchedById.set(id, watched);
    return watched;
  };
  return {
    basePath,
    handler: async (request) => {
      const url = new URL(request.url);
      const script = url.pathname.slice(basePath.length + 1).split("/")[0] ?? "";
      const watched = watch(url.searchParams.get("id") ?? "");
      if (script === "observe") return Response.json(observationOf(watched));
      if (script === "release") {
        watched.release();
        return Response.json(observationOf(watched));
      }
      const run = scripts[script];
      if (run === undefined || !url.pathname.startsWith(`${basePath}/`)) {
        return Response.json({ error: "No such script." }, { status: 404 });
      }
      return run(request, watched);
    },
  };
}

function answer(url: URL): Response {
  const status = Number(url.searchParams.get("status") ?? 200);
  const headers = new Headers({ "content-type": "text/plain; charset=utf-8", "x-answer": "yes" });
  headers.append("set-cookie", "first=1; Path=/; HttpOnly");
  headers.append("set-cookie", "second=2, still second; Path=/");
  headers.append("vary", "origin");
  headers.append("vary", "accept");
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : "grüße, 世界", { status, headers });
}
