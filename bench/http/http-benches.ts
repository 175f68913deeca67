import type { Bench } from "../harness/bench.ts";
import { measureHttp } from "./measure-http.ts";

/** The cost of the Express adapter on a read. */
export const httpRead: Bench = {
  name: "http-read",
  summary: "GET treasury over HTTP, against routes written by hand",
  run: (context) => measureHttp("read", context),
};

/** The same on a POST with a body. */
export const httpDecide: Bench = {
  name: "http-decide",
  summary: "POST treasury/decide over HTTP, against routes written by hand",
  run: (context) => measureHttp("decide", context),
};
