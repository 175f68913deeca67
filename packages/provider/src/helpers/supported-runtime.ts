const oldest = { major: 22, minor: 13 } as const;

/** The parts of `globalThis` that name the runtime. */
export interface RuntimeGlobals {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
  readonly navigator?: { readonly userAgent?: string };
}

/**
 * Call it in a module that every use of a package loads, so that an older Node is reported before
 * something fails that does not name it. Bun, Deno and workerd imitate a version of Node.
 *
 * @throws Error
 */
export function assertSupportedRuntime(
  packageName: string,
  { process, navigator }: RuntimeGlobals = globalThis,
): void {
  const { node, bun, deno } = process?.versions ?? {};
  const isImitated =
    bun !== undefined || deno !== undefined || navigator?.userAgent === "Cloudflare-Workers";
  if (node === undefined || isImitated) return;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  throw new Error(
    `${packageName} needs Node ${oldest.major}.${oldest.minor} or later, this is ${node}. Install a newer Node from https://nodejs.org.`,
  );
}
