import type { Environment, Settings } from "@agent-treasury/server";
import { type Finding, doubtful, fine, wrong } from "./finding.ts";

const loopback = /^(?:127\.|\[?::1\]?$|localhost$)/;
const remedy =
  "Set TREASURY_OPERATORS, or pass your own `authenticate`. TREASURY_ACCESS=guests allows anonymous access explicitly.";

export function examineAccess(settings: Settings, env: Environment): Finding {
  const { operators, access, listenAddress, baseUrl } = settings;
  const { protocol, hostname } = new URL(baseUrl);
  if (operators !== null) {
    const count = operators.split(",").length;
    const message = `${count} ${count === 1 ? "operator signs" : "operators sign"} in.`;
    if (protocol === "https:" || loopback.test(hostname)) return fine("access", message);
    const inTheClear = `${message} BASE_URL is not an https URL, so their tokens can be intercepted.`;
    return doubtful(
      "access",
      inTheClear,
      "Add TLS in front of the service, and set BASE_URL to its https URL.",
    );
  }
  const stakes = stakesOf(settings, env);
  if (access === null && stakes !== null) {
    const message = `${stakes}, but sign-in is not configured: every request fails with access_not_chosen.`;
    return wrong("access", message, remedy);
  }
  const isReached = !loopback.test(listenAddress) || !loopback.test(hostname);
  if (isReached) {
    const message = "Everyone who can reach the service can approve spends.";
    return doubtful("access", message, remedy);
  }
  const address = "only on this machine according to BASE_URL";
  return fine("access", `Anonymous, ${address}. The app decides which address it listens on.`);
}

/** Why anonymous access must be allowed explicitly, or null. */
function stakesOf({ stripe, fly, docker, agents }: Settings, env: Environment): string | null {
  if (stripe !== null && /^(?:sk|rk)_live_/.test(stripe.secretKey))
    return "Live money is connected";
  if (agents !== null) return "External agents can propose spends";
  const hasMachines = fly !== null || docker !== null;
  return hasMachines && env["NODE_ENV"] === "production" ? "Real machines are connected" : null;
}
