export interface SourceFile {
  /** The folder under `packages/`. */
  readonly packageName: string;
  /** The path below the package's `src/`. */
  readonly pathInSource: string;
  readonly isTest: boolean;
}

/** Returns a file's package and path; undefined outside of a package's `src/`. */
export function sourceFileAt(filename: string): SourceFile | undefined {
  const match = /.*\/packages\/([^/]+)\/src\/(.+)$/.exec(filename.replaceAll("\\", "/"));
  const packageName = match?.[1];
  const pathInSource = match?.[2];
  if (packageName === undefined || pathInSource === undefined) return undefined;
  return {
    packageName,
    pathInSource,
    isTest: /\.(test|fixture)\.tsx?$/.test(pathInSource),
  };
}
