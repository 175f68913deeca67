const assets: Readonly<Record<string, string>> = { "sandbox:test-usd": "Test dollars" };

const networks: Readonly<Record<string, string>> = {
  "sandbox:local": "sandbox",
  "eip155:8453": "Base",
  "eip155:84532": "Base Sepolia",
  "eip155:137": "Polygon",
  "eip155:80002": "Polygon Amoy",
  "eip155:43114": "Avalanche",
  "eip155:43113": "Avalanche Fuji",
  "eip155:42161": "Arbitrum One",
  "eip155:421614": "Arbitrum Sepolia",
};

/**
 * Returns `USDC · Base` for `USDC on eip155:8453`, the form in which executors report an asset.
 * Unknown assets and networks keep their identifiers.
 */
export function assetName(identifiers: string): string {
  const [asset = "", network, ...others] = identifiers.split(" on ");
  if (network === undefined || others.length > 0) return identifiers;
  return `${assets[asset] ?? asset} · ${networks[network] ?? network}`;
}
