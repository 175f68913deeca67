import {
  type Address,
  type Hash,
  type Hex,
  type PublicClient,
  decodeFunctionData,
  isAddressEqual,
  numberToHex,
  parseAbi,
} from "viem";

/** The contract is the same on each network. */
export const permit2Address: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

/** A scheme of x402 whose transfers Permit2 makes. */
export type Permit2Scheme = "exact" | "upto";

/** The contracts of x402 that settle a permit. They enforce the payee, and `upto` the facilitator. */
export const permit2Proxies: Readonly<Record<Permit2Scheme, Address>> = {
  exact: "0x402085c248EeA27D92E8b30b2C58ed07f9E20001",
  upto: "0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002",
};

export const permit2Abi = parseAbi([
  "struct TokenPermissions { address token; uint256 amount; }",
  "struct Permit { TokenPermissions permitted; uint256 nonce; uint256 deadline; }",
  "struct Details { address to; uint256 requestedAmount; }",
  "function nonceBitmap(address owner, uint256 word) view returns (uint256)",
  "function permitTransferFrom(Permit permit, Details details, address owner, bytes signature)",
  "event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)",
]);

const structs = [
  "struct TokenPermissions { address token; uint256 amount; }",
  "struct Permit { TokenPermissions permitted; uint256 nonce; uint256 deadline; }",
  "struct Permit2612 { uint256 value; uint256 deadline; bytes32 r; bytes32 s; uint8 v; }",
] as const;
const proxyAbis = {
  exact: parseAbi([
    ...structs,
    "struct Witness { address to; uint256 validAfter; }",
    "function settle(Permit permit, address owner, Witness witness, bytes signature)",
    "function settleWithPermit(Permit2612 permit2612, Permit permit, address owner, Witness witness, bytes signature)",
  ]),
  upto: parseAbi([
    ...structs,
    "struct Witness { address to; address facilitator; uint256 validAfter; }",
    "function settle(Permit permit, uint256 amount, address owner, Witness witness, bytes signature)",
    "function settleWithPermit(Permit2612 permit2612, Permit permit, uint256 amount, address owner, Witness witness, bytes signature)",
  ]),
};

/** A permit that a transaction used by a direct call. */
export interface UsedPermit {
  readonly contract: Permit2Scheme | "permit2";
  readonly owner: Address;
  readonly token: Address;
  readonly nonce: Hex;
}

/** Returns the permit of a direct call, or null for another transaction. */
export async function usedPermit(client: PublicClient, hash: Hash): Promise<UsedPermit | null> {
  const { to, input } = await client.getTransaction({ hash });
  const contract = contractAt(to);
  if (contract === null) return null;
  try {
    const [permit, owner] = permitOf(contract, input);
    const { token } = permit.permitted;
    return { contract, owner, token, nonce: numberToHex(permit.nonce, { size: 32 }) };
  } catch {
    return null;
  }
}

function contractAt(to: Address | null): UsedPermit["contract"] | null {
  if (to === null) return null;
  if (isAddressEqual(to, permit2Address)) return "permit2";
  if (isAddressEqual(to, permit2Proxies.exact)) return "exact";
  return isAddressEqual(to, permit2Proxies.upto) ? "upto" : null;
}

/** Throws for a call of another function. */
function permitOf(contract: UsedPermit["contract"], data: Hex) {
  if (contract === "permit2") {
    const call = decodeFunctionData({ abi: permit2Abi, data });
    if (call.functionName !== "permitTransferFrom") throw new Error("Another function.");
    return [call.args[0], call.args[2]] as const;
  }
  if (contract === "exact") {
    const { functionName, args } = decodeFunctionData({ abi: proxyAbis.exact, data });
    return functionName === "settle"
      ? ([args[0], args[1]] as const)
      : ([args[1], args[2]] as const);
  }
  const { functionName, args } = decodeFunctionData({ abi: proxyAbis.upto, data });
  return functionName === "settle" ? ([args[0], args[2]] as const) : ([args[1], args[3]] as const);
}
