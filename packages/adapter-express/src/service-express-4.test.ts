import { expressServiceConformance } from "./express-service.fixture.ts";

expressServiceConformance("Express 4");
