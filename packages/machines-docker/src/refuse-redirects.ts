import type Docker from "dockerode";

type BuildRequest = (options: object, ...rest: readonly unknown[]) => void;

/**
 * Makes a host's redirects fail. Otherwise docker-modem follows them by GET, to any address; it has an
 * option for that, but does not let a caller of dockerode give it.
 */
export function refuseRedirects(docker: Docker): void {
  const modem = docker.modem as unknown as { buildRequest: BuildRequest };
  const build = modem.buildRequest.bind(modem);
  modem.buildRequest = (options, ...rest) => build({ ...options, maxRedirects: 0 }, ...rest);
}
