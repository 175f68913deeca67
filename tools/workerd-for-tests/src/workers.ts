import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { Miniflare, type WorkerOptions } from "miniflare";

export type { Miniflare } from "miniflare";

/** By address. Test files of one process share them. */
const bundles = new Map<string, Promise<string>>();

/** Bundles a Worker from its source, as `wrangler deploy` does. */
export function bundleWorker(source: URL): Promise<string> {
  const bundled = bundles.get(source.href) ?? bundle(source);
  bundles.set(source.href, bundled);
  return bundled;
}

async function bundle(source: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2024",
    mainFields: ["module", "main"],
    conditions: ["@agent-treasury/source", "workerd", "worker"],
    external: ["cloudflare:*", "pg-native"],
    plugins: [nodeModules],
  });
  return outputFiles[0]?.text ?? "";
}

/** Node's modules, which workerd has with `nodejs_compat`, also for CommonJS. */
const nodeModules: Plugin = {
  name: "node-modules",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^[a-z0-9:_/]+$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, "");
      if (!builtinModules.includes(name)) return null;
      if (kind === "require-call") return { path: name, namespace: "required-of-node" };
      return { path: `node:${name}`, external: true };
    });
    onLoad({ filter: /^/, namespace: "required-of-node" }, ({ path }) => ({
      contents: `import required from "node:${path}"; module.exports = required;`,
    }));
  },
};

/** The oldest day of the platform that the packages support. */
export const compatibilityDate = "2026-04-01";

/** Runs a Worker on workerd. */
export async function startWorker(script: string, options: WorkerOptions): Promise<Miniflare> {
  const worker = new Miniflare({ modules: true, script, compatibilityDate, ...options });
  await worker.ready;
  return worker;
}

/**
 * A `fetch` of a Worker, which takes no `Request` of Node.
 *
 * @param killed rejects when the process of the Worker was killed, because an answer may not come.
 */
export async function fetchFrom(
  worker: Miniflare,
  input: Request | URL | string,
  init?: RequestInit,
  killed: AbortSignal | null = null,
): Promise<Response> {
  const request = new Request(input, init);
  const body = request.body === null ? null : await request.arrayBuffer();
  const sent = worker.dispatchFetch(request.url, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    ...(body !== null && { body }),
  });
  const answer = await (killed === null ? sent : Promise.race([sent, aborted(killed)]));
  return new Response(answer.body as ReadableStream | null, {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new TypeError("The Worker was killed.")));
  });
}
