import { wrapAxiosWithPayment } from "@x402/axios";
import axios from "axios";
import { exampleClient } from "./paying-fetch.ts";
import { runProgram } from "./program.ts";

await runProgram(async (setting) => {
  const api = wrapAxiosWithPayment(axios.create(), exampleClient(setting));
  return { buy: async ({ url }) => void (await api.get(url)) };
});
