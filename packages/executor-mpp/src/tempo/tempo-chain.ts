import { type Address, parseAbi } from "viem";

export const tip20Abi = parseAbi([
  "function decimals() view returns (uint8)",
  "function balanceOf(address) view returns (uint256)",
  "function transferWithMemo(address to, uint256 amount, bytes32 memo)",
  "event Transfer(address indexed from, address indexed to, uint256 amount)",
]);
export const nonceManager: Address = "0x4e4F4E4345000000000000000000000000000000";
export const nonceAbi = parseAbi([
  "function getNonce(address account, uint256 nonceKey) view returns (uint64)",
]);

/** A new lane and a new payee are the most that a transfer writes. */
export const gasLimit = 1_000_000n;

/** Prices of gas have 18 decimals, tokens have six. */
const unitsOfGasPrice = 1_000_000_000_000n;

/** The most that a transfer costs beside its amount, in units of the token. */
export function maximumFee(maxFeePerGas: bigint): bigint {
  return (gasLimit * maxFeePerGas + unitsOfGasPrice - 1n) / unitsOfGasPrice;
}
