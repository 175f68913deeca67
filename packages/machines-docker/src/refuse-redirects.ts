import type Docker from "dockerode";

type BuildRequest = (options: object, ...rest: readonly unknown[]) => void;

/**
 * Rejects a host's redirects. docker-modem otherwise follows them by GET to any address, and
 * dockerode does not expose its option for that.
 */
export function refuseRedirects(docker: Docker): void {
  const modem = docker.modem as unknown as { buildRequest: BuildRequest };
  const build = modem.buildRequest.bind(modem);
  modem.buildRequest = (options, ...rest) => build({ ...options, maxRedirects: 0 }, ...rest);
}
