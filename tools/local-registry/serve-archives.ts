import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ServedArchive {
  /** The path of its `.tgz`. */
  readonly file: string;
}

export interface LocalRegistry {
  readonly url: string;
  close(): Promise<void>;
}

interface Served {
  readonly bytes: Buffer;
  readonly manifest: { readonly name: string; readonly version: string };
}

/**
 * Serves packed packages to npm, pnpm and yarn as a read-only registry on the loopback address.
 *
 * @param port - 0 selects a free one.
 */
export async function serveArchives(
  archives: readonly ServedArchive[],
  port: number,
): Promise<LocalRegistry> {
  const served = new Map(archives.map(readArchive).map((one) => [one.manifest.name, one]));
  const server = createServer(({ url = "/" }, response) => {
    const { port: own } = server.address() as AddressInfo;
    answer(served, decodeURIComponent(url.slice(1)), `http://127.0.0.1:${own}`, response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function readArchive({ file }: ServedArchive): Served {
  const manifest = execFileSync("tar", ["-xOzf", file, "package/package.json"], {
    encoding: "utf8",
  });
  return { bytes: readFileSync(file), manifest: JSON.parse(manifest) as Served["manifest"] };
}

function answer(
  served: ReadonlyMap<string, Served>,
  path: string,
  origin: string,
  response: ServerResponse,
): void {
  const asArchive = path.endsWith(".tgz");
  const found = served.get(asArchive ? path.replace(/\/-\/[^/]+$/, "") : path);
  if (found === undefined) {
    response.writeHead(404, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ error: "This registry has only the packages of one workspace." }),
    );
  } else if (asArchive) {
    response.writeHead(200, { "content-type": "application/octet-stream" }).end(found.bytes);
  } else {
    // A package may be packed again under the same version.
    const headers = { "content-type": "application/json", "cache-control": "no-cache" };
    response.writeHead(200, headers).end(JSON.stringify(packageDocument(found, origin)));
  }
}

function packageDocument({ bytes, manifest }: Served, origin: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const tarball = `${origin}/${name}/-/${version}.tgz`;
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball, integrity } } },
  };
}
