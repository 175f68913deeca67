import type { Environment, Settings } from "@agent-treasury/server";
import { type Finding, doubtful, fine, wrong } from "./finding.ts";

const loopback = /^(?:127\.|\[?::1\]?$|localhost$)/;
const remedy =
  "Set TREASURY_OPERATORS, or pass your own `authenticate`; TREASURY_ACCESS=guests says that open access is meant.";

/** Whether the service would answer, and to whom. */
export function examineAccess(settings: Settings, env: Environment): Finding {
  const { operators, access, listenAddress, baseUrl } = settings;
  const { protocol, hostname } = new URL(baseUrl);
  if (operators !== null) {
    const count = operators.split(",").length;
    const message = `${count} ${count === 1 ? "operator signs" : "operators sign"} in.`;
    if (protocol === "https:" || loopback.test(hostname)) return fine("access", message);
    const inTheClear = `${message} BASE_URL is no https address: their tokens can be read on the way.`;
    return doubtful(
      "access",
      inTheClear,
      "Put TLS before it, and set BASE_URL to its https address.",
    );
  }
  const stakes = stakesOf(settings, env);
  if (access === null && stakes !== null) {
    const message = `${stakes}, and nobody signs in: every request is answered access_not_chosen.`;
    return wrong("access", message, remedy);
  }
  const isReached = !loopback.test(listenAddress) || !loopback.test(hostname);
  if (isReached) {
    const message = "Whoever reaches the service may approve spends.";
    return doubtful("access", message, remedy);
  }
  return fine("access", "Guests, on this machine alone.");
}

/** What must not be open to everybody without a word; null when there is no such thing. */
function stakesOf({ stripe, fly, docker, agents }: Settings, env: Environment): string | null {
  if (stripe !== null && /^(?:sk|rk)_live_/.test(stripe.secretKey))
    return "Live money is connected";
  if (agents !== null) return "Agents from elsewhere may propose spends";
  const hasMachines = fly !== null || docker !== null;
  return hasMachines && env["NODE_ENV"] === "production" ? "Real machines are connected" : null;
}
