import { libraryBuild } from "../../tools/build/library-build.ts";

export default libraryBuild({ sharesZod: true });
