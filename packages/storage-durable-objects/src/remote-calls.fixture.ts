import type { ObjectNamespace } from "./platform.ts";
import type { IndexCalls, WorkspaceCalls } from "./workspace-calls.ts";

/** A call of an object's method over HTTP, for tests in Node. */
export interface RemoteCall {
  readonly binding: "WORKSPACES" | "INDEX";
  readonly object: string;
  readonly method: string;
  readonly values: readonly unknown[];
  /** The storage's clock. Null for the system's. */
  readonly now: number | null;
}

type Methods = Readonly<Record<string, (...values: readonly unknown[]) => Promise<unknown>>>;

/** JSON with integers beyond doubles, and with errors. */
export function encoded(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === "bigint") return { $bigint: `${one}` };
    return one instanceof Error ? { $error: one.message } : one;
  });
}

export function decoded(text: string): unknown {
  return JSON.parse(text, (_key, one: unknown) => {
    if (typeof one !== "object" || one === null) return one;
    if ("$bigint" in one) return BigInt(one.$bigint as string);
    return "$error" in one ? new Error(one.$error as string) : one;
  });
}

/** Answers a call in the Worker. */
export async function answerCall(
  request: Request,
  env: Readonly<Record<RemoteCall["binding"], ObjectNamespace<unknown>>>,
  setNow: (now: number | null) => void,
): Promise<Response> {
  const { binding, object, method, values, now } = decoded(await request.text()) as RemoteCall;
  setNow(now);
  const stub = env[binding].getByName(object) as Methods;
  try {
    return new Response(encoded({ answer: await stub[method]?.(...values) }));
  } catch (error) {
    return new Response(encoded({ failure: error }));
  }
}

/** An object of any class, with the methods of tests. */
export type RemoteObject = WorkspaceCalls &
  IndexCalls & {
    empty(): Promise<void>;
    restart(): Promise<void>;
  };

/** The methods of an object, called through the Worker. */
export function remoteObject(
  send: (body: string) => Promise<string>,
  place: Pick<RemoteCall, "binding" | "object" | "now">,
): RemoteObject {
  return new Proxy({} as RemoteObject, {
    get:
      (_target, method) =>
      async (...values: readonly unknown[]) => {
        const call: RemoteCall = { ...place, method: String(method), values };
        const { answer, failure } = decoded(await send(encoded(call))) as {
          readonly answer?: unknown;
          readonly failure?: Error;
        };
        if (failure !== undefined) throw failure;
        return answer;
      },
  });
}
