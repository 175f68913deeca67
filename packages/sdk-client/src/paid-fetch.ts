export {
  isPaidFetchError,
  PaidFetchError,
  type PaidFetchErrorDetails,
  type PaidFetchErrorKind,
} from "./paid-fetch/paid-fetch-error.ts";
export { type TreasuryFetch, treasuryFetch } from "./paid-fetch/treasury-fetch.ts";
export type { TreasuryFetchOptions } from "./paid-fetch/treasury-fetch-options.ts";
