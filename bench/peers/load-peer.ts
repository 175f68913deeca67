import { readFile } from "node:fs/promises";

/** What a report says of a peer that is not there. */
export const peersMissing = "install what is compared with by `npm install --prefix bench/peers`";

/**
 * The module of a package that is installed beside this file, or null where it is not. The caller says
 * what of it is used: its types are there only where it is installed, and the check must pass anywhere.
 */
export async function loadPeer<Module>(name: string): Promise<Module | null> {
  try {
    return (await import(/* @vite-ignore */ name)) as Module;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
}

/** The version that is installed, for the report; null where none is. */
export async function peerVersion(name: string): Promise<string | null> {
  const path = new URL(`./node_modules/${name}/package.json`, import.meta.url);
  try {
    const { version } = JSON.parse(await readFile(path, "utf8")) as { readonly version: string };
    return version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
