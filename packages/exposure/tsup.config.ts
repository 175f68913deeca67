import { libraryBuild } from "../../tools/build/library-build.ts";

export default libraryBuild({ programs: ["src/worker.ts"] });
