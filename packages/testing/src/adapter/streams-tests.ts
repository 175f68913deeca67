import { request as sendRequest } from "node:http";
import { until } from "../conformance/until.ts";
import type { AdapterTest } from "./adapter-under-test.ts";
import { exchange, open, placeOf } from "./raw-exchange.ts";
import type { Observation } from "./watched.ts";

/** Far more than the buffers between two processes hold, far less than the endless script offers. */
const unreadChunks = 1024;

const uploadChunks = 512;

function startUpload(origin: string, path: string) {
  const headers = { "content-type": "application/octet-stream" };
  const sent = sendRequest({ ...placeOf(origin, path), method: "POST", headers, agent: false });
  const piece = new Uint8Array(65_536).fill(46);
  let chunks = 0;
  const sendNext = (): void => {
    if (chunks === uploadChunks) {
      sent.end();
      return;
    }
    sent.write(piece, (error) => {
      if (error) return;
      chunks += 1;
      sendNext();
    });
  };
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (message) => {
      message.resume();
      message.on("end", () => resolve(message.statusCode));
    });
  });
  answered.catch(() => {});
  sendNext();
  return { answered, chunksSent: () => chunks };
}

function watch(origin: string, basePath: string) {
  const id = crypto.randomUUID();
  const ask = async (script: string): Promise<Observation> => {
    const { body } = await exchange(origin, { path: `${basePath}/${script}?id=${id}` });
    return JSON.parse(body.toString()) as Observation;
  };
  const untilSeen = (holds: (seen: Observation) => boolean): Promise<Observation> =>
    until(() => ask("observe"), holds);
  return { path: (script: string) => `${basePath}/${script}?id=${id}`, ask, untilSeen };
}

export const streamTests: readonly AdapterTest[] = [
  {
    name: "streams the first chunk of a response before the last one exists",
    run: async ({ expect, origin, basePath }) => {
      const { path, ask } = watch(origin, basePath);
      const message = await open(origin, { path: path("gated") });
      let text = "";
      for await (const piece of message) {
        if (text === "") await ask("release");
        text += String(piece);
      }
      expect(text).toBe("first;last");
    },
  },

  {
    name: "streams the first of several events before the last, also with compression",
    run: async ({ expect, origin, basePath }) => {
      const { path, ask } = watch(origin, basePath);
      const headers = { accept: "text/event-stream", "accept-encoding": "gzip, deflate, br" };
      const message = await open(origin, { path: path("events"), headers });
      let text = "";
      for await (const piece of message) {
        if (text === "") await ask("release");
        text += String(piece);
      }
      expect(text).toBe("first;last");
      expect(message.headers["content-encoding"]).toBe(undefined);
      expect(message.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    },
  },

  {
    name: "streams no more than is read",
    run: async ({ expect, origin, basePath }) => {
      const { path, untilSeen } = watch(origin, basePath);
      const message = await open(origin, { path: path("endless") });
      let unchanged = 0;
      let last = 0;
      const { chunksPulled } = await untilSeen((seen) => {
        unchanged = seen.chunksPulled === last ? unchanged + 1 : 0;
        last = seen.chunksPulled;
        return unchanged === 20;
      });
      message.destroy();
      expect(chunksPulled > 0 && chunksPulled < unreadChunks).toBe(true);
    },
  },

  {
    name: "cancels a stream when its reader disconnects",
    run: async ({ expect, origin, basePath }) => {
      const { path, untilSeen } = watch(origin, basePath);
      const message = await open(origin, { path: path("gated") });
      await untilSeen((seen) => seen.started);
      message.destroy();
      expect((await untilSeen((seen) => seen.cancelled)).cancelled).toBe(true);
    },
  },

  {
    name: "aborts the request's signal when its caller disconnects",
    run: async ({ expect, origin, basePath }) => {
      const { path, untilSeen } = watch(origin, basePath);
      const controller = new AbortController();
      const call = fetch(origin + path("hang"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
        signal: controller.signal,
      }).then(
        () => "answered",
        () => "gone",
      );
      await untilSeen((seen) => seen.started);
      controller.abort();
      expect(await call).toBe("gone");
      expect((await untilSeen((seen) => seen.aborted)).aborted).toBe(true);
    },
  },

  {
    name: "breaks off the response when a stream fails, so that it cannot appear complete",
    run: async ({ expect, origin, basePath, replacesBrokenStreams }) => {
      const outcome = await exchange(origin, { path: `${basePath}/severed` }).then(
        ({ status }) => status,
        () => "broken off",
      );
      expect(outcome).toBe(replacesBrokenStreams ? 500 : "broken off");
    },
  },

  {
    name: "returns a response that arrives before the whole upload",
    run: async ({ expect, origin, basePath }) => {
      const body = new Uint8Array(8_388_608).fill(32);
      for (const script of ["refuse", "glance"]) {
        const answer = await exchange(origin, {
          method: "POST",
          path: `${basePath}/${script}`,
          headers: { "content-type": "application/octet-stream" },
          body,
        });
        expect(answer.status).toBe(413);
      }
    },
  },

  {
    name: "reads no more of an upload than the handler reads",
    run: async ({ expect, origin, basePath }) => {
      const { path, ask } = watch(origin, basePath);
      const upload = startUpload(origin, path("sip"));
      let unchanged = 0;
      let last = 0;
      await until(upload.chunksSent, (chunks) => {
        unchanged = chunks === last && last > 0 ? unchanged + 1 : 0;
        last = chunks;
        return unchanged === 20;
      });
      expect(upload.chunksSent() < uploadChunks).toBe(true);
      await ask("release");
      expect(await upload.answered).toBe(200);
    },
  },

  {
    name: "cancels the stream of a response to HEAD",
    run: async ({ expect, origin, basePath }) => {
      const { path, untilSeen } = watch(origin, basePath);
      const answer = await exchange(origin, { method: "HEAD", path: path("gated") });
      expect([answer.status, answer.body.length]).toEqual([200, 0]);
      expect((await untilSeen((seen) => seen.cancelled)).cancelled).toBe(true);
    },
  },
];
