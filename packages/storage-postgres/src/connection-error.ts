import { type TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { databaseError, isOfFullPool, problemOfState } from "./postgres-error.ts";
import { sqlStateOf } from "./sql-state.ts";

/** By SQL state, where a login differs from a statement. */
const byState: Readonly<Record<string, string>> = {
  "28000":
    "does not admit this role: check its name, that it has LOGIN, and the server's pg_hba.conf",
  "28P01": "rejects the role or its password: correct them in the address",
  "3D000": "does not exist: create it, or correct its name in the address",
  "42501": "denies this role the connection: grant it CONNECT on the database",
  "55000": "accepts no connections: set ALLOW_CONNECTIONS to true, or use another database",
  "57P03": "is starting, stopping or recovering",
};

const refused =
  "could not be reached, because the connection was refused: check the address and the port, and that the server runs";
const unresolved =
  "could not be reached, because its host name was not found: correct the host in the address";
const silent =
  "could not be reached, because the host did not answer: check the address, the network and the firewall";

/** By the code of Node. */
const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: refused,
  // The socket of a server on this machine.
  ENOENT: refused,
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
};

const tlsCode = /^(?:CERT_|DEPTH_ZERO_|ERR_SSL|ERR_TLS|HOSTNAME_|SELF_SIGNED|UNABLE_TO|EPROTO)/;

/** By the text of the driver, whose errors may have no code. */
const byText: readonly (readonly [text: RegExp, problem: string])[] = [
  [/timeout/i, silent],
  [
    /SSL/,
    "could not be reached over TLS: check sslmode in the address, and the server's certificate",
  ],
  [/password must be|empty password/, "requires a password: add it to the address"],
  [
    /terminated unexpectedly|invalid response|ECONNRESET/i,
    "closed the connection: check that the address leads to PostgreSQL, and the server's log",
  ],
];

/** The error of a login. The message contains no host, role or database name. */
export function connectionError(cause: unknown): TreasuryError {
  if (isTreasuryError(cause)) return cause;
  const state = sqlStateOf(cause);
  const problem =
    state === null ? problemOfDriver(cause) : (byState[state] ?? problemOfState(state));
  return databaseError(problem, cause);
}

function problemOfDriver(cause: unknown): string {
  // Failed connections to several addresses are one error with the code of the first.
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const message = cause instanceof Error ? cause.message : String(cause);
  if (isOfFullPool(cause)) {
    return "has no free connection in the pool: raise `connections`, or look for statements that wait";
  }
  const text = tlsCode.test(code) ? "SSL" : message;
  return (
    byCode[code] ?? byText.find(([pattern]) => pattern.test(text))?.[1] ?? "could not be reached"
  );
}
