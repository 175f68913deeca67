/** Names of the sandbox's chain in quotes and challenges. No other chain has them. */
export const sandboxNetwork = "sandbox:local";
export const sandboxAsset = "sandbox:test-usd";

/** Accounts of the sandbox's chain. */
export const sandboxAccounts = {
  /** Pays what the treasury buys. */
  treasury: "sandbox:treasury",
  seller: "sandbox:seller",
  /** Payments to it are made at once and reported later. */
  slowSeller: "sandbox:slow-seller",
} as const;

/** Where the sandbox's seller is reached in a deployment. No computer has this name. */
export const sandboxSellerOrigin = "https://weather.example";
