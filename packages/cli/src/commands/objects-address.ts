import type { Storage } from "@agent-treasury/provider";
import { optionalPackage } from "@agent-treasury/server/parts";
import { CommandError } from "../command-error.ts";

const form = /^objects(?:\+(http))?:\/\//;

/** A Worker with one Durable Object per workspace. */
export interface ObjectsAddress {
  readonly url: string;
  readonly token: string;
}

/** Null for other databases. Messages never contain the token. */
export function readObjectsAddress(value: string | undefined): ObjectsAddress | null {
  const [prefix, plain] = form.exec(value ?? "") ?? [];
  if (value === undefined || prefix === undefined) return null;
  const address = `${plain ?? "https"}://${value.slice(prefix.length)}`;
  const { origin, password } = URL.canParse(address)
    ? new URL(address)
    : { origin: "", password: "" };
  const token = decoded(password);
  if (token !== "") return { url: origin, token };
  throw new CommandError(
    "The address of the objects needs the administrator's token, as in objects://:token@treasury.example.com.",
  );
}

/** Empty if it is not percent-encoded. The error of the platform has no remedy. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return "";
  }
}

export async function openObjects({ url, token }: ObjectsAddress): Promise<Storage> {
  const { remoteObjects } = await optionalPackage(
    "@agent-treasury/storage-durable-objects",
    "An objects:// address",
    () => import("@agent-treasury/storage-durable-objects/remote"),
  );
  return remoteObjects({ url, token });
}
