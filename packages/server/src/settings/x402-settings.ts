import { given } from "./given.ts";
import type { SettingProblem } from "./settings-error.ts";
import type { Environment, PaidFetchSetting, X402Setting } from "./settings.ts";

/** The variables, after validation. */
interface X402Values {
  readonly X402_PRIVATE_KEY?: `0x${string}` | undefined;
  readonly X402_GAS_PRIVATE_KEY?: `0x${string}` | undefined;
  readonly X402_NETWORK?: `eip155:${number}` | undefined;
  readonly X402_RPC_URLS?: readonly string[] | undefined;
  readonly X402_MPP?: "on" | "off" | undefined;
  readonly TREASURY_PAID_FETCH_ORIGINS?: readonly string[] | undefined;
  readonly TREASURY_PAID_FETCH_ASK?: "on" | "off" | undefined;
  readonly TREASURY_PAID_FETCH_MAXIMUM_USD?: number | undefined;
}

export function toX402(values: X402Values): X402Setting | null {
  const { X402_PRIVATE_KEY: privateKey, X402_NETWORK: network, X402_RPC_URLS: rpcUrls } = values;
  if (privateKey === undefined || network === undefined || rpcUrls === undefined) return null;
  const mpp = values.X402_MPP === "on" ? (true as const) : undefined;
  const optional = given({ gasPrivateKey: values.X402_GAS_PRIVATE_KEY, mpp });
  return { privateKey, network, rpcUrls, ...optional };
}

export function toPaidFetch(values: X402Values): PaidFetchSetting | null {
  const { TREASURY_PAID_FETCH_ORIGINS: origins = [], TREASURY_PAID_FETCH_ASK } = values;
  const ask = TREASURY_PAID_FETCH_ASK === "on";
  if (origins.length === 0 && !ask) return null;
  return { origins, ask, ...given({ maximumUsd: values.TREASURY_PAID_FETCH_MAXIMUM_USD }) };
}

const settingsOfX402: Readonly<Record<string, string>> = {
  X402_PRIVATE_KEY: "Set it to the private key of the account that pays.",
  X402_NETWORK: "Set it to the network of the account, for example eip155:8453 for Base.",
  X402_RPC_URLS: "Set it to RPC endpoints of the network, separated by commas.",
};

export function halfOfX402(values: Environment): readonly SettingProblem[] {
  const names = Object.keys(settingsOfX402);
  const set = [...names, "X402_GAS_PRIVATE_KEY", "X402_MPP"].find(
    (name) => values[name] !== undefined,
  );
  if (set === undefined) return [];
  return names
    .filter((name) => values[name] === undefined)
    .map((variable) => ({
      variable,
      problem: `is not set, but ${set} is. ${settingsOfX402[variable]}`,
    }));
}

/** A maximum without requests would be a misunderstanding. */
export function maximumWithoutOrigins(values: Environment): readonly SettingProblem[] {
  const [variable, maximum] = ["TREASURY_PAID_FETCH_ORIGINS", "TREASURY_PAID_FETCH_MAXIMUM_USD"];
  if (values[maximum] === undefined || values[variable] !== undefined) return [];
  if (values["TREASURY_PAID_FETCH_ASK"] === "on") return [];
  const problem = `is not set, but ${maximum} is. Set it to the origins of sellers that agents may request.`;
  return [{ variable, problem }];
}
