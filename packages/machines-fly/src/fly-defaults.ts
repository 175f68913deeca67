/** Defaults of the API's address and of machines. */
export const flyDefaults: {
  readonly apiUrl: string;
  readonly region: string;
  readonly image: string;
  readonly cpuKind: string;
  readonly cpus: number;
  readonly memoryMb: number;
} = {
  apiUrl: "https://api.machines.dev/v1",
  region: "iad",
  image: "debian:13-slim",
  // The smallest performance machine is also the largest that Fly suspends.
  cpuKind: "performance",
  cpus: 1,
  memoryMb: 2_048,
};
