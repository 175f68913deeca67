import { TreasuryError } from "@agent-treasury/provider";

/** `scheme://user:password@`, the hosts, and the rest. */
// oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i;
/** Also accepted by `pg`. */
const localSocket = /^(?:\/|socket:)/;
/** Standbys cannot serve a ledger. */
const primaries: readonly string[] = ["any", "primary", "read-write"];

/**
 * The URL of each host of an address like `postgres://user@one,two:5433/app`, as libpq reads it.
 * Only the primary is used, with or without `target_session_attrs=read-write`.
 *
 * @throws TreasuryError `storage_error`
 */
export function urlsOfHosts(url: string): readonly string[] {
  const [address, start = "", hosts = "", rest = ""] = parts.exec(url) ?? [];
  if (address === undefined && !localSocket.test(url)) {
    throw unusable("does not begin with postgres:// or postgresql://");
  }
  if (!hosts.includes(",") && !rest.includes("target_session_attrs")) return [url];
  const named = hosts.split(",");
  if (named.some((host) => host === "" && named.length > 1)) throw unusable("names an empty host");
  return named.map((host) => withoutTarget(`${start}${host}${rest}`));
}

function withoutTarget(url: string): string {
  if (!URL.canParse(url)) throw unusable("is not a URL");
  const parsed = new URL(url);
  const target = parsed.searchParams.get("target_session_attrs");
  if (target === null) return url;
  if (!primaries.includes(target)) {
    throw unusable("asks for a standby: set target_session_attrs to read-write");
  }
  parsed.searchParams.delete("target_session_attrs");
  return parsed.href;
}

function unusable(problem: string): TreasuryError {
  return new TreasuryError("storage_error", `The address of the PostgreSQL database ${problem}.`);
}
