import type { PaymentMode } from "@agent-treasury/provider";
import type { Address } from "viem";

/** A network by its CAIP-2 name, for example `eip155:8453`. */
export type NetworkId = `eip155:${number}`;

export interface X402Network {
  readonly mode: PaymentMode;
  /** Tokens worth one US dollar each, with EIP-3009 and six decimals. */
  readonly tokens: readonly Address[];
  /** Blocks that a payment needs, its own included, until it counts. */
  readonly depth: number;
}

/** Circle's own USDC on each network. */
export const knownNetworks: Readonly<Record<NetworkId, X402Network>> = {
  // Base
  "eip155:8453": {
    mode: "live",
    tokens: ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
    depth: 5,
  },
  // Base Sepolia
  "eip155:84532": {
    mode: "test",
    tokens: ["0x036CbD53842c5426634e7929541eC2318f3dCF7e"],
    depth: 5,
  },
  // Polygon
  "eip155:137": {
    mode: "live",
    tokens: ["0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"],
    depth: 10,
  },
  // Polygon Amoy
  "eip155:80002": {
    mode: "test",
    tokens: ["0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582"],
    depth: 10,
  },
  // Avalanche C-Chain
  "eip155:43114": {
    mode: "live",
    tokens: ["0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E"],
    depth: 1,
  },
  // Avalanche Fuji
  "eip155:43113": {
    mode: "test",
    tokens: ["0x5425890298aed601595a70AB815c96711a31Bc65"],
    depth: 1,
  },
  // Arbitrum One
  "eip155:42161": {
    mode: "live",
    tokens: ["0xaf88d065e77c8cC2239327C5EDb3A432268e5831"],
    depth: 20,
  },
  // Arbitrum Sepolia
  "eip155:421614": {
    mode: "test",
    tokens: ["0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d"],
    depth: 20,
  },
};

/** All tokens have as many decimals as `Micros`, so that one unit is one micro-dollar. */
export const tokenDecimals = 6;

export function chainIdOf(network: NetworkId): number {
  return Number(network.slice("eip155:".length));
}
