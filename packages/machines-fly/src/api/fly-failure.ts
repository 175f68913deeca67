import { TreasuryError, isTreasuryError, redact } from "@agent-treasury/provider";
import { isHTTPError, isTimeoutError } from "ky";

const maximumDetailCharacters = 300;
const maximumReadCharacters = 4_000;

/** The status of a refusal; null for every other failure. */
export function refusalOf(error: unknown): number | null {
  return isHTTPError(error) ? error.response.status : null;
}

/** Asks Fly; what goes wrong becomes an error that a caller may read. */
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

/** What was thrown, without the token: a failure of ky carries the request and its headers. */
export function flyFailure(error: unknown, token: string): TreasuryError {
  if (isTreasuryError(error)) return error;
  const status = refusalOf(error);
  if (status === 404 && isAboutMachine(error)) {
    return new TreasuryError(
      "machine_not_found",
      `There is no such machine: ${detailOf(error, [token])}.`,
    );
  }
  const said = `${describe(error, status, token)}.`;
  return new TreasuryError("machine_host_error", redact(said, [token]), { cause: { status } });
}

/** Anything else that is missing, an organization for example, is a failure of the host. */
function isAboutMachine(error: unknown): boolean {
  return isHTTPError(error) && /\/machines\/./.test(new URL(error.request.url).pathname);
}

function describe(error: unknown, status: number | null, token: string): string {
  if (status === 401 || status === 403) {
    return `Fly did not accept the token (${status}): check HOST_API_TOKEN and that it may use HOST_APP`;
  }
  if (status === 429) return "Fly was asked too often";
  if (status !== null) return `Fly answered ${status}: ${detailOf(error, [token])}`;
  if (isTimeoutError(error)) return "Fly did not answer in time";
  return `Fly could not be reached: ${connectionProblem(error)}`;
}

/** Without the token, which must go before the text is cut: a part of it is hard to find. */
function detailOf(error: unknown, secrets: readonly string[]): string {
  const data: unknown = isHTTPError(error) ? error.data : undefined;
  const told = isRecord(data) ? data["error"] : data;
  const read = typeof told === "string" ? told.slice(0, maximumReadCharacters) : "";
  const words = redact(read, secrets).replace(/\s+/g, " ").trim();
  if (words === "") return "it gave no reason";
  return words
    .slice(0, maximumDetailCharacters)
    .toWellFormed()
    .replace(/[.…]+$/, "");
}

/** For example `ECONNREFUSED`: what led to the failure says it, however deep. */
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
