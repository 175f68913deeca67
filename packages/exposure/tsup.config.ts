import { libraryBuild } from "../../tools/build/library-build.ts";

export default libraryBuild({ programs: ["src/exposure-worker.ts"] });
