import { libraryBuild } from "../../tools/build/library-build.ts";

export default libraryBuild({ importsAtRuntime: true, sharesZod: true });
