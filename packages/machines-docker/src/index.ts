export type { DockerMachinesOptions } from "./docker-machines-options.ts";
export { dockerMachines } from "./docker-machines.ts";
