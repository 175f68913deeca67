export { flyDefaults } from "./fly-defaults.ts";
export { type FlyMachinesOptions, flyMachines } from "./fly-machines.ts";
export { flyPrices } from "./fly-prices.ts";
