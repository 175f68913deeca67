import { TreasuryError, isTreasuryError, redact } from "@agent-treasury/provider";
import { isHTTPError, isTimeoutError } from "ky";

const maximumDetailCharacters = 300;
const maximumReadCharacters = 4_000;

export function refusalOf(error: unknown): number | null {
  return isHTTPError(error) ? error.response.status : null;
}

export async function askFly<Answer>(
  token: string,
  ask: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw flyFailure(error, token);
  }
}

/** Converts an error without the token: ky's error contains the request with its headers. */
export function flyFailure(error: unknown, token: string): TreasuryError {
  if (isTreasuryError(error)) return error;
  const status = refusalOf(error);
  if (isMissing(error, status)) {
    return new TreasuryError(
      "machine_not_found",
      `There is no such machine: ${detailOf(error, [token])}.`,
    );
  }
  const said = `${describe(error, status, token)}.`;
  return new TreasuryError("machine_host_error", redact(said, [token]), { cause: { status } });
}

/**
 * Another missing object, such as an organization, is a failure of the host. A request to read a machine
 * contains nothing but its id, so 400 means that Fly has no such id.
 */
function isMissing(error: unknown, status: number | null): boolean {
  if (!isHTTPError(error)) return false;
  const { method, url } = error.request;
  const [, below] = /\/machines\/(.+)$/.exec(new URL(url).pathname) ?? [];
  if (below === undefined) return false;
  return status === 404 || (status === 400 && method === "GET" && !below.includes("/"));
}

function describe(error: unknown, status: number | null, token: string): string {
  if (status === 401 || status === 403) {
    return `Fly rejected the token (${status}): check HOST_API_TOKEN and its access to HOST_APP`;
  }
  if (status === 429) return "Fly's rate limit was reached";
  if (status !== null) return `Fly answered ${status}: ${detailOf(error, [token])}`;
  if (isTimeoutError(error)) return "Fly did not respond in time";
  return `Fly could not be reached: ${connectionProblem(error)}`;
}

/** Redacts the token before cutting the text, because part of it is hard to find. */
function detailOf(error: unknown, secrets: readonly string[]): string {
  const data: unknown = isHTTPError(error) ? error.data : undefined;
  const told = isRecord(data) ? data["error"] : data;
  const read = typeof told === "string" ? told.slice(0, maximumReadCharacters) : "";
  const words = redact(read, secrets).replace(/\s+/g, " ").trim();
  if (words === "") return "no reason given";
  return (
    words
      .slice(0, maximumDetailCharacters)
      .toWellFormed()
      // oxlint-disable-next-line treasury/linear-patterns -- Cut before.
      .replace(/[.…]+$/, "")
  );
}

/** For example `ECONNREFUSED`, from any depth of the error's causes. */
function connectionProblem(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < 4 && isRecord(cause); depth += 1) {
    if (typeof cause["code"] === "string") return cause["code"];
    cause = cause["cause"];
  }
  return "the connection failed";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
